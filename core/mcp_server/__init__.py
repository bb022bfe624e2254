"""The library for agents: tools from the registry, documents as resources, prompts.

One server for both transports: over HTTP it runs in the workbench, on stdio it asks the library.
"""
