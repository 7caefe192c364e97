"""The one error of this package."""


class ResultError(Exception):
    """A file that cannot be read or written, or a selection that it does not hold; the message says which and why."""
