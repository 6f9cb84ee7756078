"""The command, called in this process."""

from __future__ import annotations

import numbers
import os
import reprlib
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

import numpy

from . import _core
from .errors import KINDS, Error, InputError


def _bytes(text: str) -> bytes:
    """Names of files that are no UTF-8 are as os.listdir() gives them."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise InputError(f"the character {ascii(text[error.start])} is not valid text; "
                         "allowed: characters that UTF-8 can encode") from error


def _word(word: Union[str, os.PathLike]) -> bytes:
    word = os.fspath(word)
    if not isinstance(word, str):
        raise TypeError(f"a word of a command is a str or a path, not {type(word).__name__}")
    if "\0" in word:
        raise InputError(f"the word {ascii(word)} contains a NUL, which would end the "
                         "word of a command. Remove it")
    return _bytes(word)


def file_word(name: str, file: Union[str, os.PathLike], allowed: str = "a path") -> str:
    """A path as a word of the command, which would take one that begins with a hyphen for an
    option, or for standard input."""
    if not isinstance(file, (str, os.PathLike)):
        raise refused(name, file, allowed)
    path = os.fspath(file)
    return "./" + path if isinstance(path, str) and path.startswith("-") else path


def refused(name: str, value: Any, allowed: str) -> TypeError:
    """An argument that cannot become words of the command."""
    return TypeError(f"{name} is {reprlib.repr(value)}; allowed: {allowed}")


def text_word(name: str, text: Any, allowed: str) -> str:
    """An option that takes a text."""
    if not isinstance(text, str):
        raise refused(name, text, allowed)
    return text


def flag(name: str, value: Any) -> bool:
    """An option that is given or not: a text such as "no" would count as true."""
    if not isinstance(value, (bool, numpy.bool_)):
        raise refused(name, value, "True or False")
    return bool(value)


def number(name: str, value: Any, allowed: str) -> str:
    """An option that takes a number."""
    if isinstance(value, (bool, numpy.bool_)) or not isinstance(value, numbers.Real):
        raise refused(name, value, allowed)
    return str(int(value)) if isinstance(value, numbers.Integral) else repr(float(value))


def whole(name: str, value: Any, allowed: str) -> str:
    """An option that takes a whole number."""
    if not isinstance(value, numbers.Integral):
        raise refused(name, value, allowed)
    return number(name, value, allowed)


def options(values: Mapping[str, Optional[str] | bool]) -> list[str]:
    """`max_time="5"` as `--max-time 5`; what is None or False is left out."""
    words = []
    for name, value in values.items():
        if value is not None and value is not False:
            words.append("--" + name.replace("_", "-"))
            words += [value] if isinstance(value, str) else []
    return words


def texts(values: Mapping[str, tuple[Any, str]]) -> dict[str, Optional[str]]:
    """Options that take a text or None, each with what is allowed."""
    return {name: None if text is None else text_word(name, text, allowed)
            for name, (text, allowed) in values.items()}


def files(**named: Any) -> list[str]:
    """The options that take a path, and are given."""
    return options({name: None if file is None else file_word(name, file)
                    for name, file in named.items()})


def timing_words(runs: Any, warmup: Any, timeout: Any) -> list[str]:
    """How xrt times its runs."""
    many = "a whole number, such as 100"
    return options({"runs": None if runs is None else whole("runs", runs, many),
                    "warmup": None if warmup is None else whole("warmup", warmup, many),
                    "timeout": None if timeout is None else number("timeout", timeout,
                                                                   "seconds, such as 10")})


def listed(name: str, values: Any, allowed: str) -> list[Any]:
    """An option that takes several; a text counts as one."""
    if isinstance(values, str):
        return [values]
    if isinstance(values, (bytes, Mapping)) or not isinstance(values, Iterable):
        raise refused(name, values, allowed)
    return list(values)


def joined(name: str, values: Any, mark: str, allowed: str) -> Optional[str]:
    """The value of an option that takes several."""
    return None if values is None else mark.join(map(str, listed(name, values, allowed)))


def _outcome_text(outcome: _core.Outcome) -> str:
    shown = ", ".join(f"{name}={reprlib.repr(getattr(outcome, name))}"
                      for name in ("code", "output", "messages"))
    return f"Outcome({shown})"


setattr(_core.Outcome, "__repr__", _outcome_text)


def run(words: Sequence[Union[str, os.PathLike]], text: str = "", name: str = "problem") -> _core.Outcome:
    """Runs the command line `xdnasim WORDS...`.

    `text` is what it reads as standard input, called `name` in messages. Raises an Error of the
    command's message when it gives no result. Other threads of Python go on meanwhile; those that
    run xdnasim, too, take turns. Ctrl-C ends it with KeyboardInterrupt.
    """
    if isinstance(words, str):
        raise TypeError(f"the words of a command are a list, such as ['devices'], not {words!r}")
    outcome = _core.run([_word(word) for word in words], _bytes(text), _bytes(name))
    if outcome.failure is None:
        return outcome
    kind = KINDS.get(outcome.code, Error)
    raise kind(outcome.failure, outcome.file or None, outcome.line or None, outcome.column or None)
