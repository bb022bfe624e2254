"""One process holds the store; everybody else asks it.

``announcement`` says where it is, ``commands`` what may be asked, ``library`` asks, wherever the
store is open, and ``routes`` answers over HTTP.
"""
