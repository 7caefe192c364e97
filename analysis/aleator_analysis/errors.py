"""The one error of this package."""


class ResultError(Exception):
    """A results file that cannot be used, or a selection that it does not hold; the message says which and why."""
