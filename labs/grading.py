"""Questions of a lab: an answer is written down before the simulator shows its own."""

from numbers import Real  # NumPy's numbers and fractions, too


class _Told(Exception):
    """Shown in a notebook as its message alone."""

    def _render_traceback_(self):
        return [str(self)]


class Unanswered(_Told):
    pass


class WrongAnswer(_Told):
    pass


class UnknownQuestion(_Told):
    pass


class Lab:
    def __init__(self, title, hints, page="LAB"):
        """`hints`: what a wrong answer is told, by the names of all questions."""
        self.title = title
        self.page = page
        self.hints = hints
        self.answers = {}
        self.grades = {name: "not yet" for name in hints}

    @classmethod
    def of(cls, page):
        """The lab of a page, such as 1_core, with its questions and hints."""
        from . import notebook  # here, so that `python3 -m labs.notebook` finds it not yet imported
        text = (notebook.LABS / f"{page}.md").read_text()
        return cls(text.split(":")[0].removeprefix("# "), notebook.hints(text), page)

    def _known(self, name):
        if name not in self.grades:
            raise UnknownQuestion(
                f"{self.title} has no question {name!r}; it has {', '.join(self.grades)}. If you have not "
                "changed the name, the page is newer than this notebook. Keep a copy of what you wrote: "
                f"labs/start --fresh {self.page} makes the notebook anew.")

    def predict(self, name, value, like=None):
        """Writes down your answer; `...` is none, nor is a list with dots in it. `like` is an
        example of its form."""
        self._known(name)
        self.grades[name] = "not yet"
        if value is ... or (isinstance(value, (list, tuple)) and any(each is ... for each in value)):
            self.answers.pop(name, None)
            print(f"{name}: write your answer in place of the dots, and run this cell again")
        elif like is not None and not _like(value, like):
            self.answers.pop(name, None)
            form = "a function" if callable(like) else like
            raise WrongAnswer(f"{name}: write the answer in the form {form}")
        else:
            self.answers[name] = value
            print(f"{name}: written down. Now run the next cells.")

    def answered(self, *names):
        """Stops a notebook before a result that is to be predicted."""
        for name in names:
            self._known(name)
            if name not in self.answers:
                raise Unanswered(f"{name}: the simulator answers after you do. Replace the dots "
                                 f"of the cell above, run it, then run this one again.")

    def grade(self, name, truth, within=0.0, by=0.0):
        """Holds an answer against the simulator's: a number, where `within` is a share of the latter
        and `by` a number of its own units, a name, a list, or a list in any order (a set)."""
        self.answered(name)
        answer = self.answers[name]
        if _is_number(answer) and _is_number(truth):
            right = abs(answer - truth) <= max(within * abs(truth), by) + 1e-9 * max(1, abs(truth))
        else:
            right = _same(answer, truth)
        said = ""
        form, types = _FORMS.get(type(truth), ("a number", Real))
        if not right and (not isinstance(answer, types) or isinstance(answer, bool)):
            said = f"The answer is {form}."
        self._judge(name, right, said, f"the simulator says {_text(truth)}" if within or by else "")

    def require(self, name, right, said=""):
        """For answers that are not a number: `right` says whether they hold, `said` what is wrong
        with them."""
        self._judge(name, right, said, "")

    def _judge(self, name, right, said, shown):
        self.answered(name)
        if not right:
            self.grades[name] = "wrong"
            stop = "" if not said or said.endswith(".") else "."
            words = f"{said}{stop} {self.hints[name]}".split()
            raise WrongAnswer(f"{name}: not yet. {' '.join(words)}")
        self.grades[name] = "right"
        answer = self.answers[name]
        yours = f" You said {_text(answer)}" if isinstance(answer, (Real, str)) else ""
        print(f"{name}: right.{yours}{'; ' + shown if shown and yours else ''}")

    def score(self):
        """Prints the grades, and gives them by question."""
        right = sum(grade == "right" for grade in self.grades.values())
        print(f"{self.title}: {right} of {len(self.grades)} questions right")
        for name, grade in self.grades.items():
            print(f"  {name:12} {grade}")
        return dict(self.grades)


_FORMS = {str: ("a name in quotes", str), list: ("a list", (list, tuple)), set: ("a list", (list, tuple, set))}


def _is_number(value):
    return isinstance(value, Real) and not isinstance(value, bool)


def _same(answer, truth):
    """Whether an answer is the truth; a tuple does for a list."""
    if isinstance(truth, set):
        return (isinstance(answer, (list, tuple, set)) and len(answer) == len(truth)
                and all(each in list(answer) for each in truth))
    if isinstance(truth, (list, tuple)):
        return (isinstance(answer, (list, tuple)) and len(answer) == len(truth)
                and all(map(_same, answer, truth)))
    if isinstance(truth, str):
        return isinstance(answer, str) and answer.strip() == truth
    return not isinstance(answer, bool) and answer == truth


def _like(value, example):
    """Whether a value has the form of the example; an empty list stands for any."""
    if callable(example):
        return callable(value)
    if isinstance(example, dict):
        return isinstance(value, dict) and all(
            key in value and _like(value[key], part) for key, part in example.items())
    if isinstance(example, (list, tuple)):
        return isinstance(value, (list, tuple)) and (not example or (
            len(value) == len(example) and all(map(_like, value, example))))
    if isinstance(example, str):
        return isinstance(value, str)
    return _is_number(value)


def _text(value):
    if not isinstance(value, Real):
        return str(value)
    number = value if isinstance(value, int) else float(value)
    return f"{number:,.0f}" if number % 1 == 0 else f"{number:,.4g}"
