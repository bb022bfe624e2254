"""Answers: quotations chosen without a model, a model's words, and the check of both."""
