"""Questions of a lab: an answer is written down before the simulator shows its own."""

import math

from . import notebook


class _Told(Exception):
    """Shown in a notebook as its message alone."""

    def _render_traceback_(self):
        return [str(self)]


class Unanswered(_Told):
    pass


class WrongAnswer(_Told):
    pass


class Lab:
    def __init__(self, title, hints):
        """`hints`: what a wrong answer is told, by the names of all questions."""
        self.title = title
        self.hints = hints
        self.answers = {}
        self.grades = {name: "not yet" for name in hints}

    @classmethod
    def of(cls, page):
        """The lab of a page, such as 1_core, with its questions and hints."""
        text = (notebook.LABS / f"{page}.md").read_text()
        return cls(text.split(":")[0].removeprefix("# "), notebook.hints(text))

    def _known(self, name):
        if name not in self.grades:
            raise KeyError(f"{self.title} has no question {name!r}; it has {', '.join(self.grades)}")

    def predict(self, name, value):
        """Writes down your answer; `...` is none, nor is a list with dots in it."""
        self._known(name)
        self.grades[name] = "not yet"
        if value is ... or (isinstance(value, (list, tuple)) and any(each is ... for each in value)):
            self.answers.pop(name, None)
            print(f"{name}: write your answer in place of the dots, and run this cell again")
        else:
            self.answers[name] = value
            print(f"{name}: written down. Now run the next cells.")

    def answered(self, *names):
        """Stops a notebook before a result that is to be predicted."""
        for name in names:
            self._known(name)
            if name not in self.answers:
                raise Unanswered(f"{name}: the simulator answers when you have. Replace the dots "
                                 f"of the cell above, run it, then run this one again.")

    def grade(self, name, truth, within=0.0):
        """Holds a number against the simulator's; `within` is a share of the latter."""
        self.answered(name)
        answer = self.answers[name]
        number = isinstance(answer, (int, float)) and not isinstance(answer, bool)
        if number and isinstance(truth, (int, float)) and not isinstance(truth, bool):
            right = math.isclose(answer, truth, rel_tol=within, abs_tol=1e-9)
        else:
            right = type(answer) is type(truth) and answer == truth
        self._judge(name, right, "", f"the simulator says {_text(truth)}" if within else "")

    def require(self, name, right, said=""):
        """For answers that are not a number: `right` says whether they hold, `said` what is wrong
        with them."""
        self._judge(name, right, said, "")

    def _judge(self, name, right, said, shown):
        self.answered(name)
        if not right:
            self.grades[name] = "wrong"
            words = f"{said} {self.hints[name]}".split()
            raise WrongAnswer(f"{name}: not yet. {' '.join(words)}")
        self.grades[name] = "right"
        answer = self.answers[name]
        yours = f" You said {_text(answer)}" if isinstance(answer, (int, float, str)) else ""
        print(f"{name}: right.{yours}{'; ' + shown if shown and yours else ''}")

    def score(self):
        right = sum(grade == "right" for grade in self.grades.values())
        print(f"{self.title}: {right} of {len(self.grades)} questions right")
        for name, grade in self.grades.items():
            print(f"  {name:12} {grade}")


def _text(value):
    if isinstance(value, float) and not value.is_integer():
        return f"{value:,.4g}"
    return f"{value:,.0f}" if isinstance(value, (int, float)) else str(value)
