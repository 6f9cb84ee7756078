"""Problems: what runs, and on which device."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any, Iterator, Mapping, Union

from .command import file_word, refused
from .errors import Error, InputError
from .results import Result

# YAML reads these as something else than a text.
NO_TEXTS = ("null", "true", "false", "yes", "no", "on", "off", "y", "n")

Source = Union[str, os.PathLike, Mapping[str, Any], Result]
EXACT = 2**53  # up to here a float holds every whole number


class Problem:
    """A problem, as a problem file has it; see docs/reference.md for its keys.

    Of a file, by its path (YAML, a design in MLIR, a placed netlist in JSON), of a text of YAML
    (which has a line break or a brace), of a dict, of a Placement, or of keywords:

    >>> problem = Problem(device="xdna-phoenix", workload="transfer",
    ...                   transfer={"streams": [{"name": "rows", "rows": 2048, "row_bytes": 4096,
    ...                                          "run_bytes": 4096, "runs": 4}]})

    A problem does not change: `with_values` gives another. Two with the same text, path and values
    are equal. Whether one can run is seen when it does.
    """

    def __init__(self, source: Source | "Problem" | None = None, /, **keys: Any):
        if source is not None and keys:
            raise TypeError("a problem is made of a source or of keywords, not of both")
        if source is None and not keys:
            raise TypeError("a problem is made of a path, a text of YAML, a dict, or keywords")
        self._settings: tuple[tuple[str, str], ...] = ()
        self._ran: str | None = None
        self._path: str | None = None
        self._text = ""
        if isinstance(source, Problem):
            self._path, self._text = source._path, source._text
            self._settings = source._settings
        elif isinstance(source, Mapping) or source is None:
            self._text = yaml_of(source if source is not None else keys)
        elif isinstance(source, Result) and source._is_problem:
            self._text = source.json()
        elif isinstance(source, str) and any(mark in source for mark in "\n{"):
            self._text = source
        else:
            path = os.fspath(source) if isinstance(source, (str, os.PathLike)) else None
            if not isinstance(path, str):
                raise refused("problem", source,
                              "a path, a text of YAML, a dict, a Problem, or a Placement")
            self._path = path

    @classmethod
    def from_yaml(cls, text: str) -> "Problem":
        """Of a text of YAML, whatever it looks like."""
        problem = cls({})
        problem._text = text
        return problem

    def with_values(self, values: Mapping[str, Any] | None = None, /, **keys: Any) -> "Problem":
        """The same with other values, by their paths as `--set` has them.

        >>> problem.with_values({"transfer.depth": 2, "device.set.dram.total": 40})

        In keywords two underscores stand for a dot: `transfer__depth=2`. A row of a
        pandas.DataFrame does for a dict, too.
        """
        if values is not None and not all(hasattr(values, name) for name in ("keys", "items")):
            raise refused("values", values, "a dict by paths, such as {'gemm.size.m': 128}")
        changed = Problem(self)
        given = dict(values.items()) if values is not None else {}
        for key in given:
            if not isinstance(key, str):
                raise refused("a key of values", key, "a path, such as 'gemm.size.m'")
        given.update({key.replace("__", "."): value for key, value in keys.items()})
        changed._settings += tuple((key, _flow(value)) for key, value in given.items())
        return changed

    @property
    def path(self) -> Path | None:
        """The file that it is of; None: of none."""
        return Path(self._path) if self._path is not None else None

    @property
    def text(self) -> str:
        """The YAML that is read, in which messages count lines, without `with_values`."""
        if self._path is None:
            return self._text
        try:
            return Path(self._path).read_text(encoding="utf8")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
            raise InputError(f"{self._path}: cannot be read: {why}", self._path) from error

    def words(self) -> list[str]:
        """What stands for it on the command's line; `-` is `text` on standard input."""
        words = [file_word("problem", self._path) if self._path is not None else "-"]
        for key, value in self._settings:
            words += ["--set", f"{key}={value}"]
        return words

    def as_it_runs(self) -> "Problem":
        """The same, which knows its file again: by its absolute path and what it holds now."""
        running = Problem(self)
        if self._path is not None:
            running._path = os.path.abspath(self._path)
            running._ran = _fingerprint(running._path)
        return running

    def words_again(self) -> list[str]:
        """`words` of what ran, from whatever folder. Raises InputError where its file is another
        now."""
        if self._path is not None and self._ran is not None:
            now = _fingerprint(self._path)
            if now != self._ran:
                what = "has changed since this run" if now else "is gone since this run"
                raise InputError(f"{self._path}: the file {what}. Restore it, or run the problem again",
                                 self._path)
        return self.words()

    def values(self) -> dict[str, Any]:
        """What `with_values` gave it, by path."""
        return {key: value if _is_text_without_quotes(value) else json.loads(value)
                for key, value in self._settings}

    def _parts(self) -> tuple[Any, ...]:
        return self._path, self._text, self._settings

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        words = self.words()
        if self._path is None:
            words[0] = _short(self._text)
        return f"Problem({' '.join(words)!r})"


def problem_of(problem: "Problem | Source") -> Problem:
    return problem if isinstance(problem, Problem) else Problem(problem)


def _fingerprint(path: str) -> str | None:
    """None: there is no file to read; a pipe would be waited for."""
    if not os.path.isfile(path):
        return None
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


def _short(text: str, most: int = 500) -> str:
    """In one line, without comments."""
    lines = (line.strip() for line in text.splitlines() if not line.lstrip().startswith("#"))
    short = " ".join(line for line in lines if line)
    return short if len(short) <= most else short[:most - 3] + "..."


def _flow(value: Any) -> str:
    """As YAML in one line. A text stays one, whatever it looks like."""
    if isinstance(value, str) and _is_text_without_quotes(value):
        return value
    return json.dumps(_plain(value), ensure_ascii=False)


def _is_text_without_quotes(text: str) -> bool:
    return ((text[:1].isalpha() or text.startswith(("/", "./", "../")))
            and all(letter.isalnum() or letter in "-_./" for letter in text)
            and text.lower() not in NO_TEXTS)


def _plain(value: Any) -> Any:
    """Without the types of NumPy and of paths."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, float) and abs(value) < EXACT and value.is_integer():
        return int(value)  # of a row of pandas, which makes all numbers of a row floats
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"a problem cannot hold a value of type {type(value).__name__}: {value!r}; allowed: "
                    "dict, list, str, int, float, bool")


def yaml_of(values: Mapping[str, Any]) -> str:
    """One key a line, so that messages have a line."""
    return json.dumps(_plain(values), indent=2, ensure_ascii=False) + "\n"


@contextlib.contextmanager
def written(name: str, values: Mapping[str, Any] | str) -> Iterator[str]:
    """A file with the values, or a text, for a command that is about to run; messages call it
    `name`."""
    with tempfile.TemporaryDirectory(prefix="xdnasim-") as folder:
        file = Path(folder) / f"{name}.yaml"
        text = values if isinstance(values, str) else yaml_of(values)
        try:
            file.write_text(text, encoding="utf8")
        except UnicodeEncodeError as error:
            raise InputError(f"{name}: the character {ascii(text[error.start])} is not valid text; "
                             "allowed: characters that UTF-8 can encode") from error
        try:
            yield str(file)
        except Error as error:
            # The file is gone when the message is read.
            raise type(error)(str(error).replace(str(file), name),
                              name if error.file == str(file) else error.file,
                              error.line, error.column) from None
