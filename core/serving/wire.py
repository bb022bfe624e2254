"""What goes between processes."""

from typing import Any

Json = Any  # a value that JSON can hold: checked where it is read, not by a type
