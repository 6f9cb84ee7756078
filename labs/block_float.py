"""Block floats of lab 5: the inputs of a run with --verify, and what an array computes from them.

The array runs the smallest GEMM of bfp16ebs8, 16 x k x 16 on one core. The command prints no matrix,
but a recording has a fingerprint of C (FNV-1a of its bytes), which the same bytes computed in Python
must have, too.
"""

import json
import math
import struct
import tempfile
from pathlib import Path

from .command import simulate

VALUES = 8
SIDE = 16
_WORD = 2**64 - 1
_SEED_OF_B = 0xb5297a4d3f84d5b5  # B's random numbers are others than A's for the same seed


def _random_words(seed):
    """SplitMix64 (Steele, Lea, Flood 2014)."""
    while True:
        seed = (seed + 0x9e3779b97f4a7c15) & _WORD
        word = ((seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9) & _WORD
        word = ((word ^ (word >> 27)) * 0x94d049bb133111eb) & _WORD
        yield word ^ (word >> 31)


def random_blocks(count, seed=1):
    """Blocks of 8 values, uniform in [-1, 1), as fp32: those of A in a run with --verify."""
    words = _random_words(seed)

    def value():
        upper = next(words) >> 32
        signed = upper - 2**32 if upper >= 2**31 else upper
        return struct.unpack("f", struct.pack("f", signed / 2**31))[0]
    return [[value() for _ in range(VALUES)] for _ in range(count)]


def encode(values):
    """The shared exponent and the mantissas of a block of finite values (spoils lab 5)."""
    largest = max(map(abs, values))
    exponent = math.frexp(largest)[1] - 1 + 127 if largest else 0
    unit = 2.0 ** (exponent - 127) / 64
    return exponent, [math.floor(value / unit) for value in values]


def decode(exponent, mantissas):
    """The values of a block."""
    return [mantissa * 2.0 ** (exponent - 127) / 64 for mantissa in mantissas]


def _as_bytes(block):
    exponent, mantissas = block
    return bytes([exponent]) + struct.pack("8b", *mantissas)


def fingerprint(data):
    """FNV-1a, 64 bit."""
    state = 0xcbf29ce484222325
    for byte in data:
        state = ((state ^ byte) * 0x100000001b3) & _WORD
    return f"{state:016x}"


def in_python(encoder, k=64, seed=1):
    """The fingerprint of C = A x B, all encoded by `encoder(values)`: (exponent, 8 mantissas)."""
    def lines(seed_of_matrix):
        blocks = [decode(*encoder(block))
                  for block in random_blocks(SIDE * k // VALUES, seed_of_matrix)]
        values = [value for block in blocks for value in block]
        return [values[line * k:(line + 1) * k] for line in range(SIDE)]
    a, b = lines(seed), lines(seed ^ _SEED_OF_B)
    c = [[sum(x * y for x, y in zip(row, column)) for column in b] for row in a]
    tiles = [(row, column) for row in range(0, SIDE, VALUES) for column in range(0, SIDE, VALUES)]
    return fingerprint(b"".join(_as_bytes(encoder(c[top + row][left:left + VALUES]))
                                for top, left in tiles for row in range(VALUES)))


def of_the_array(k=64, seed=1):
    """The fingerprint of the C that the simulated core has made."""
    size = {"m": SIDE, "k": k, "n": SIDE}
    problem = {"device": "xdna2-strix", "workload": "gemm",
               "gemm": {"size": size, "types": dict.fromkeys("abc", "bfp16ebs8"), "tile": size,
                        "k_mt": k, "array": {"rows": 1, "columns": 1}}}
    with tempfile.TemporaryDirectory() as folder:
        simulate(problem, None, "--verify", "--seed", seed, "--record", folder)
        recording = json.loads((Path(folder) / "recording.json").read_text())
    return recording["verification"]["output_fnv1a"]
