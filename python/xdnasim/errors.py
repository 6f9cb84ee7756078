"""Errors as exceptions. `str(error)` is the command's message, word for word."""

from __future__ import annotations

from typing import Type


class Error(Exception):
    """Base of all errors of xdnasim.

    Attributes:
        code: exit code of the command, 1 to 4.
        file: name of the input at fault, or None if the message has no place.
        line: line in it, counted from 1, or None.
        column: column in it, counted from 1, in bytes, or None.
    """

    code = 2

    def __init__(self, message: str, file: str | None = None, line: int | None = None,
                 column: int | None = None):
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column


class CheckError(Error):
    """A check failed, and there is no result: no legal placement was found."""

    code = 1


class InputError(Error, ValueError):
    """The input is at fault: a problem, a file, a value, a size."""

    code = 2


class DeadlockError(Error):
    """The schedule cannot make progress, and the message says who waits for what; or it breaks a
    rule of the hardware while it runs."""

    code = 3


class UnavailableError(Error):
    """What was asked for is not available here."""

    code = 4


KINDS: dict[int, Type[Error]] = {kind.code: kind for kind in
                                 (CheckError, InputError, DeadlockError, UnavailableError)}
