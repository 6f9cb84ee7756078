"""Makes pages with validation/report in a temporary folder, and takes them apart."""

import collections
import html.parser
import json
import pathlib
import subprocess
import sys
import tempfile

REPORT = pathlib.Path(__file__).resolve().parents[2] / "validation" / "report" / "report.py"
BAD_INPUT = 2


class Elements(html.parser.HTMLParser):
    """A page's attributes by name, its words outside of figures, and the names of its elements."""

    def __init__(self, page):
        super().__init__()
        self.attributes = collections.defaultdict(list)
        self.names = collections.Counter()
        self.words = []
        self.feed(page)

    def handle_starttag(self, name, attributes):
        self.names[name] += 1
        for key, value in attributes:
            self.attributes[key].append(value)

    def handle_data(self, data):
        self.words.append(data)


class Report:
    """Runs a script of the report in a temporary folder, its working folder, which a `with` statement
    removes."""

    def __init__(self, script=REPORT):
        self.script = script
        self.folder = tempfile.TemporaryDirectory()
        self.source = pathlib.Path(self.folder.name) / "results.json"
        self.site = pathlib.Path(self.folder.name) / "site" / "of" / "results"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def run(self, results, site=None):
        text = results if isinstance(results, str) else json.dumps(results)
        self.source.write_text(text, encoding="utf-8")
        return self.run_on(self.source, site or self.site)

    def run_on(self, source, site):
        return subprocess.run([sys.executable, self.script, source, site], capture_output=True,
                              text=True, check=False, cwd=self.folder.name)

    def page(self):
        return (self.site / "index.html").read_text(encoding="utf-8")

    def files(self):
        return [file.name for file in self.site.iterdir()]


def page_of(results, script=REPORT):
    with Report(script) as report:
        run = report.run(results)
        assert run.returncode == 0, run.stderr
        return report.page()
