"""YAML and JSON as trees that a mutation can change in ways that no parser would allow.

A map is a list of pairs, so that a key can occur in it twice; a scalar is its text in the file. The
reader understands only as much YAML as the project's own files use."""

import json
import re


class Map(list):
    """A map as a list of pairs [key, value]."""


class Scalar(str):
    """A scalar as it stands in the file, quotes included."""


def without_comment(line):
    quote = ""
    for at, char in enumerate(line):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char == "#" and (at == 0 or line[at - 1] in " \t"):
            return line[:at].rstrip()
    return line.rstrip()


def open_brackets(text):
    bare = re.sub(r'"[^"]*"' + r"|'[^']*'", "", text)
    return len(re.findall(r"[\[{]", bare)) - len(re.findall(r"[\]}]", bare))


def logical_lines(text):
    """Returns the lines without comments and empty lines; the lines of a flow collection or of a long
    quotation are joined to one."""
    lines = []
    for line in text.splitlines():
        line = without_comment(line)
        if not line.strip():
            continue
        if lines and (open_brackets(lines[-1]) > 0 or lines[-1].count('"') % 2 == 1):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line)
    return lines


class Flow:
    TOKEN = re.compile(r"""\s*("[^"]*"|'[^']*'|[\[\]{},]|[^\s\[\]{},:"'](?:[^\[\]{},:]|:(?!\s))*|:)""")

    def __init__(self, text):
        self.tokens = [found.group(1).strip() for found in self.TOKEN.finditer(text)]
        self.at = 0

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def value(self):
        token = self.take()
        if token == "{":
            return self.entries()
        if token == "[":
            return self.items()
        return Scalar(token)

    def entries(self):
        found = Map()
        while self.peek() != "}":
            key = self.take()
            if self.peek() == ":":
                self.take()
            found.append([key, self.value()])
            if self.peek() == ",":
                self.take()
        self.take()
        return found

    def items(self):
        found = []
        while self.peek() != "]":
            found.append(self.value())
            if self.peek() == ",":
                self.take()
        self.take()
        return found


def inline_value(text):
    text = text.strip()
    return Flow(text).value() if text[:1] in ("{", "[") else Scalar(text)


def indentation(line):
    return len(line) - len(line.lstrip(" "))


def read_block(lines, at, indent):
    if lines[at].lstrip().startswith("- "):
        return read_list(lines, at, indent)
    found = Map()
    while at < len(lines) and indentation(lines[at]) == indent:
        key, _, rest = lines[at].strip().partition(":")
        at += 1
        if rest.strip():
            found.append([key, inline_value(rest)])
        elif at < len(lines) and (indentation(lines[at]) > indent or lines[at].strip()[0] == "-"):
            value, at = read_block(lines, at, indentation(lines[at]))
            found.append([key, value])
        else:
            found.append([key, Scalar("")])
    return found, at


def read_list(lines, at, indent):
    found = []
    while at < len(lines) and indentation(lines[at]) == indent and lines[at].strip()[0] == "-":
        rest = lines[at].strip()[1:].lstrip()
        if rest[0] in "{[" or not re.match(r"\w+:(\s|$)", rest):
            found.append(inline_value(rest))
            at += 1
        else:
            lines[at] = lines[at].replace("-", " ", 1)
            value, at = read_block(lines, at, indentation(lines[at]))
            found.append(value)
    return found, at


def read_yaml(text):
    lines = logical_lines(text)
    return read_block(lines, 0, indentation(lines[0]))[0]


def read_json(text):
    def tree(value):
        if isinstance(value, Map):
            return Map([key, tree(item)] for key, item in value)
        if isinstance(value, list):
            return [tree(item) for item in value]
        return Scalar(json.dumps(value))
    return tree(json.loads(text, object_pairs_hook=Map))


def flow_text(tree, in_json=False):
    if isinstance(tree, Map):
        pairs = (f"{json.dumps(key) if in_json else key}: {flow_text(value, in_json)}"
                 for key, value in tree)
        return "{" + ", ".join(pairs) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(flow_text(item, in_json) for item in tree) + "]"
    return str(tree)


def yaml_text(tree):
    """Returns the YAML of a tree, with its outermost two levels as blocks, as people write them."""
    if not isinstance(tree, Map):
        return flow_text(tree) + "\n"
    lines = []
    for key, value in tree:
        if isinstance(value, Map) and value:
            lines.append(f"{key}:")
            lines += [f"  {inner}: {flow_text(item)}" for inner, item in value]
        else:
            lines.append(f"{key}: {flow_text(value)}")
    return "\n".join(lines) + "\n"


def json_text(tree):
    return flow_text(tree, in_json=True) + "\n"


def copied(tree):
    if isinstance(tree, Map):
        return Map([key, copied(value)] for key, value in tree)
    if isinstance(tree, list):
        return [copied(item) for item in tree]
    return tree


def child(tree, place):
    return tree[place][1] if isinstance(tree, Map) else tree[place]


def put(tree, place, value):
    if isinstance(tree, Map):
        tree[place][1] = value
    else:
        tree[place] = value


def places(tree, path=""):
    """Returns (collection, index in it, path) of everything below `tree`."""
    found = []
    if isinstance(tree, list):
        for index in range(len(tree)):
            name = tree[index][0] if isinstance(tree, Map) else str(index)
            below = f"{path}.{name}" if path else name
            found.append((tree, index, below))
            found += places(child(tree, index), below)
    return found


def with_value(tree, path, text):
    """Returns a copy in which the value at `path` is `text`. Raises KeyError if there is no such path."""
    tree = copied(tree)
    for collection, index, where in places(tree):
        if where == path:
            put(collection, index, inline_value(text))
            return tree
    raise KeyError(path)
