"""Functions that make one change to a tree, a text or bytes, and return a label of the change."""

import re

from attacks.documents import Map, Scalar, child, copied, places, put

# No sizes from a few thousand up to the largest allowed one, which only take long; larger ones are refused.
NUMBERS = ["0", "1", "-1", "2", "3", "5", "7", "8", "15", "16", "31", "33", "63", "64", "100",
           "255", "256", "257", "1000", "2147483647", "2147483648", "4294967295", "4294967296",
           "9007199254740993", "9223372036854775807", "9223372036854775808",
           "18446744073709551616", "-2147483648", "-9223372036854775808", "1e18", "1e308", "1e999",
           "1e-300", "0.5", "1.5", "-0.5", "0.001", "0.0", "-0.0", "1000000.5", "0x10", "010", "+1",
           "1_000", "1e3"]
SMALL_NUMBERS = ["0", "0", "1", "1", "2", "3", "4", "5", "8", "-1", "0.5", "0.001", "1.5"]
WORDS = [".nan", "nan", ".inf", "-.inf", "inf", "x", '""', "null", "~", "true", "no", "all", "[]",
         "{}", "[0]", "[1, 3]", "[-1]", "{a: 1}", '"$x$"', '"%s%n{}"', '"{0}"', "../x", "/", ".",
         '"\\u0000"', '"\\u00fc"', "ü", '"a b"', "a" * 10000, "'", '"', "*a", "&a 1", "!!int x", "|",
         "int8", "bf16", "f32", "none", "-", "core", "[mem]", "[shim, mem]", "<<"]


def nested(random):
    depth = random.choice([3, 20, 100, 1000, 20000])
    return Scalar(("[" * depth + "]" * depth) if random.random() < 0.5
                  else ("{a: " * depth + "1" + "}" * depth))


def scaled(text, random):
    try:
        number = float(text)
    except ValueError:
        return random.choice(NUMBERS)
    change = random.choice(["+1", "-1", "*2", "/2", "*10", "*3", "negated"])
    number = {"+1": number + 1, "-1": number - 1, "*2": number * 2, "/2": number / 2,
              "*10": number * 10, "*3": number * 3, "negated": -number}[change]
    return str(int(number)) if number == int(number) else repr(number)


def misspelt(key, random):
    at = random.randrange(len(key) + 1)
    return random.choice([key[:at] + key[at + 1:], key[:at] + "x" + key[at:], key.upper(), key + " ",
                          key[:at] + "-" + key[at:], key[::-1], ""])


def new_value(old, random):
    """Returns a value to replace `old`, mostly of the same kind, so that checks other than that of the kind
    are reached."""
    draw = random.random()
    if isinstance(old, list):
        if draw < 0.6:
            return random.choice([Map(), [], Scalar("[]"), Scalar("[0]"), Scalar("[1, 3]"),
                                  Scalar("[-1]"), Scalar("0"), Scalar(""), Map([["x", Scalar("1")]])])
    elif re.fullmatch(r"-?[\d.]+", old):
        if draw < 0.4:
            return Scalar(random.choice(SMALL_NUMBERS))
        if draw < 0.7:
            return Scalar(scaled(old, random))
    elif draw < 0.3:
        return Scalar(random.choice(["[]", "{}", "[0]", "[1, 3]", "[-1]", ""]))
    elif draw < 0.6:
        return Scalar(random.choice(WORDS))
    if draw < 0.85:
        return Scalar(random.choice(NUMBERS))
    if draw < 0.98:
        return Scalar(random.choice(WORDS))
    return nested(random)


def changed_tree(tree, random, within=None):
    """Returns a changed copy, and a label with the kind of the change and its path. `within`: function that
    accepts the paths that may be changed; all if none is accepted."""
    tree = copied(tree)
    all_places = places(tree)
    chosen = [place for place in all_places if within is None or within(place[2])] or all_places
    if not chosen:
        return tree, "nothing"
    collection, index, path = random.choice(chosen)
    how = random.choices(["value", "drop", "double", "misspell", "swap", "cut", "key"],
                         [70, 8, 6, 5, 5, 4, 2])[0]
    if how == "drop":
        del collection[index]
    elif how == "double":
        collection.insert(index, copied(collection[index]))
    elif how == "misspell" and isinstance(collection, Map):
        collection[index][0] = misspelt(collection[index][0], random)
    elif how == "swap":
        other, at, _ = random.choice(all_places)
        put(collection, index, copied(child(other, at)))
    elif how == "cut":
        del collection[index:]
    elif how == "key" and isinstance(collection, Map):
        collection[index][0] = random.choice(["", "x", "<<", "?", "0", "a" * 1000, "ü"])
    else:
        how = "value"
        put(collection, index, new_value(child(collection, index), random))
    return tree, f"{how} of {path}"


def changed_text(content, random):
    """Returns changed bytes of a text, such as no tree would give, and a label of the change."""
    at = random.randrange(len(content) + 1)
    lines = content.split(b"\n")
    line = random.randrange(len(lines))
    how = random.choice(["cut", "tab", "utf-8", "nul", "flip", "line twice", "line left out", "crlf",
                         "bom", "brackets", "empty", "control", "anchor"])
    if how == "cut":
        content = content[:at]
    elif how == "tab":
        lines[line] = b"\t" + lines[line]
        content = b"\n".join(lines)
    elif how in ("utf-8", "nul", "control", "brackets"):
        piece = {"utf-8": random.choice([b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"]),
                 "nul": b"\0", "control": bytes([random.randrange(1, 32)]),
                 "brackets": random.choice([b"[", b"]", b"{", b"}", b"\"", b"'", b":", b"- "])}[how]
        content = content[:at] + piece + content[at:]
    elif how == "flip" and content:
        at = random.randrange(len(content))
        content = content[:at] + bytes([content[at] ^ 1 << random.randrange(8)]) + content[at + 1:]
    elif how == "line twice":
        lines.insert(line, lines[line])
        content = b"\n".join(lines)
    elif how == "line left out":
        del lines[line]
        content = b"\n".join(lines)
    elif how == "crlf":
        content = content.replace(b"\n", b"\r\n")
    elif how == "bom":
        content = random.choice([b"\xef\xbb\xbf", b"\xff\xfe"]) + content
    elif how == "anchor":
        content = re.sub(rb": ", b": *a ", content, count=1)
    else:
        content = b""
    return content, f"text: {how}"


SPECIAL_WORDS = [b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x01\0\0\0", b"\0\0\0\x80", b"\xff\xff\xff\x7f",
                 b"\xfe\xfe\xfe\xfe", b"\0\0\0\xf0", b"\x10\0\0\0", b"\xff\0\0\0", b"\0\0\x22\x80"]


def changed_words(content, random):
    """Returns changed little-endian words, possibly cut off within a word, and a label of the change."""
    at = 4 * random.randrange(len(content) // 4 + 1)
    how = random.choice(["cut", "bit", "word", "twice", "left out", "inserted", "bytes", "empty",
                         "many", "ones"])
    if how == "cut":
        content = content[:random.randrange(len(content) + 1)]
    elif how == "bit" and content:
        at = random.randrange(len(content))
        content = content[:at] + bytes([content[at] ^ 1 << random.randrange(8)]) + content[at + 1:]
    elif how == "word":
        content = content[:at] + random.choice(SPECIAL_WORDS) + content[at + 4:]
    elif how == "twice":
        content = content[:at] + content
    elif how == "left out":
        content = content[:at] + content[at + 4 * random.randrange(1, 9):]
    elif how == "inserted":
        content = content[:at] + random.choice(SPECIAL_WORDS) * random.randrange(1, 9) + content[at:]
    elif how == "bytes":
        content = content[:at] + bytes(random.randrange(256) for _ in range(40)) + content[at + 40:]
    elif how == "many":
        content = content[:at] + random.choice(SPECIAL_WORDS) * 4000 + content[at:]
    elif how == "ones":
        content = bytes(random.randrange(256) for _ in range(random.randrange(400)))
    else:
        content = b""
    return content, f"words: {how}"
