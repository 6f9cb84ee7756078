"""Runs a command line in a scratch folder, within limits, and records what it left there."""

import dataclasses
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

# A run's address space is limited to this multiple of the memory that it may take: a run that takes too much
# can go on for long enough to be seen doing so.
SPARE_MEMORY = 3
MAX_FILE_BYTES = 1 << 28
NOBODY = 65534  # user of the runs if root starts them, since root could write everywhere


@dataclasses.dataclass
class Limits:
    seconds: float = 20
    memory: int = 1 << 30


@dataclasses.dataclass
class Run:
    status: int = 0  #: exit code, or minus the number of the signal
    seconds: float = 0  #: processor time
    memory: int = 0  #: largest resident memory in bytes
    timed_out: bool = False
    out: bytes = b""
    err: bytes = b""
    before: dict = dataclasses.field(default_factory=dict)  #: content by path before the run; None: a folder
    after: dict = dataclasses.field(default_factory=dict)  #: content by path after the run
    elsewhere: list = dataclasses.field(default_factory=list)  #: new files in /dev


def tree(folder):
    found = {}
    for root, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(root, name)
            place = os.path.relpath(path, folder)
            if os.path.islink(path):
                found[place] = os.readlink(path).encode()
            elif os.path.isdir(path):
                found[place] = None
            elif os.path.isfile(path):
                with open(path, "rb") as file:
                    found[place] = file.read()
            else:
                found[place] = b"special"
    return found


class Place:
    """A scratch folder `around/work`. The other files in `around` (HOME and TMPDIR of the run) are checked,
    too."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="attack-"))
        self.plots = self.folder / "plots"  # matplotlib's list of fonts, which is kept between runs
        self.as_nobody = os.geteuid() == 0
        for path in (self.folder, self.plots):
            path.mkdir(exist_ok=True)
            self.give(path)

    def give(self, path):
        if self.as_nobody:
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)

    def fill(self, files):
        self.work = self.folder / "around/work"
        shutil.rmtree(self.folder / "around", ignore_errors=True)
        for path in ("around/work", "around/home", "around/tmp"):
            (self.folder / path).mkdir(parents=True)
            self.give(self.folder / path)
        self.give(self.folder / "around")
        for name, content in files.items():
            path = self.work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            while path != self.work:
                self.give(path)
                path = path.parent

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def limited(limits):
    def limit():
        memory = int(limits.memory * SPARE_MEMORY)
        seconds = max(1, int(limits.seconds + 0.999))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return limit


def await_end(process, limits):
    """Waits for the end of a run, and returns (status, resource usage, whether it was ended here).
    limits.seconds is processor time, which does not depend on the load of the machine; a run that sleeps is
    ended after three times as long."""
    start, pause = time.monotonic(), 0.001
    timed_out = False
    while True:
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = 0  # so that Popen does not wait for the process again
            return os.waitstatus_to_exitcode(status), used, timed_out
        if time.monotonic() - start > 3 * limits.seconds and not timed_out:
            timed_out = True
            os.killpg(process.pid, signal.SIGKILL)
        time.sleep(pause)
        pause = min(0.02, pause * 1.3)


def outside():
    return {f"/dev/{name}" for name in os.listdir("/dev")}


def run(command, args, files, place, limits):
    place.fill(files)
    done = Run(before=tree(place.folder / "around"))
    outputs = [place.folder / "out", place.folder / "err"]
    devices = outside()
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(place.folder / "around/home"),
                   "TMPDIR": str(place.folder / "around/tmp"), "MPLCONFIGDIR": str(place.plots),
                   "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if place.as_nobody else {}
    with outputs[0].open("wb") as out, outputs[1].open("wb") as err:
        process = subprocess.Popen([command, *args], cwd=place.work, env=environment, stdout=out,
                                   stdin=subprocess.DEVNULL, stderr=err, start_new_session=True,
                                   preexec_fn=limited(limits), **nobody)
        done.status, used, done.timed_out = await_end(process, limits)
    done.seconds = used.ru_utime + used.ru_stime
    done.memory = used.ru_maxrss * 1024
    done.out, done.err = (path.read_bytes() for path in outputs)
    done.after = tree(place.folder / "around")
    done.elsewhere = sorted(outside() - devices)
    return done
