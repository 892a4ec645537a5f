"""Writes the modules of the Python client that are made from the description."""
import json
import keyword
import re

CALLS = '''"""Every call. Written by clients/generate."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from . import types
from ._lists import Pages
from ._transport import File, Transport


class Calls(Transport):'''

TYPES = '''"""What the server answers and takes, by the names in JSON. Written by clients/generate."""
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
'''

EVENT = '''

class StreamEvent(TypedDict):
    """What happened, or `reset`. It says what to read again."""

    number: int
    #: One of `StreamEventType`, `reset`, or one of a later server.
    type: str
    subject: NotRequired[Subject]
    at: NotRequired[str]
    #: The device, if it was one of the person's own: an `id` of `list_tokens`.
    by: NotRequired[int | None]
'''


class Python:
    def __init__(self, document):
        self.document = document

    def type(self, schema, prefix="", is_open=True):
        """`is_open` where later servers may send other values of an enumeration."""
        if "$ref" in schema:
            return prefix + schema["$ref"].rsplit("/", 1)[1]
        if "anyOf" in schema:
            return " | ".join(self.type(each, prefix, is_open) for each in schema["anyOf"])
        if "enum" in schema and not is_open:
            return f"Literal[{', '.join('None' if each is None else json.dumps(each) for each in schema['enum'])}]"
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        return " | ".join(self.kind(kind, schema, prefix, is_open) for kind in kinds) or "Any"

    def kind(self, kind, schema, prefix, is_open):
        match kind:
            case "array":
                return f"list[{self.type(schema.get('items', {}), prefix, is_open)}]"
            case "object" if schema.get("properties") and schema.get("title"):
                return prefix + schema["title"]
            case "object":
                return "dict[str, Any]"
            case _:
                return {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}[kind]

    def inner(self, schema):
        """The objects inside of a schema, by their titles."""
        for member in [*schema.get("properties", {}).values(), schema.get("items", {}), *schema.get("anyOf", [])]:
            if member:
                yield from self.inner(member)
            if member.get("properties") and member.get("title"):
                yield member["title"], member

    def types(self, events):
        schemas = dict(self.document["components"]["schemas"])
        for schema in list(schemas.values()):
            schemas.update(self.inner(schema))
        text = TYPES
        for name, schema in sorted(schemas.items()):
            required, members = schema.get("required", []), schema.get("properties", {})
            if any(keyword.iskeyword(member) for member in members):
                text += f"\n\n{name} = TypedDict({json.dumps(name)}, {{\n"
                for member, content in members.items():
                    kind = json.dumps(self.type(content))
                    text += f"    {json.dumps(member)}: {kind if member in required else f'NotRequired[{kind}]'},\n"
                text += "})\n"
                continue
            text += f"\n\nclass {name}(TypedDict):\n{docstring(schema.get('description') or name, '    ')}"
            text += "\n" if members else ""
            for member, content in members.items():
                if content.get("description"):
                    text += "".join(f"    #: {line}".rstrip() + "\n" for line in content["description"].split("\n"))
                kind = self.type(content, is_open="Body" not in name)
                text += f"    {member}: {kind if member in required else f'NotRequired[{kind}]'}\n"
        words = "".join(f"    {json.dumps(each)},\n" for each in events)
        return f"{text}{EVENT}\n\nStreamEventType = Literal[\n{words}]\n"

    def call(self, call):
        fields = [each for each in call.query if not call.is_list or each["name"] != "cursor"]
        values = [f"{each['name']}: {self.type(each['schema'])}" for each in call.places]
        passed = [f'"{call.method}"', ("f" if call.places else "") + f'"{call.path}"', f'"{call.flags}"']
        if call.upload:
            values.append("file: bytes | str")
            passed.append("body=file")
        elif call.body:
            values.append(f"body: {self.type(call.body, 'types.')}" + (" | None = None" if call.has_optional_body else ""))
            passed.append("body=body or {}" if call.has_optional_body else "body=body")
        named = []
        for each in sorted(fields, key=lambda each: not each.get("required")):
            kind = self.type(each["schema"], is_open=False)
            named.append(f"{safe(each['name'])}: {kind}" + ("" if each.get("required") else " | None = None"))
        if fields or call.is_list:
            passed.append("query={" + ", ".join(f'"{each["name"]}": {safe(each["name"])}' for each in fields) + "}")
        if call.upload:
            named.append(f'content_type: str = "{call.upload}"')
            passed.append("content_type=content_type")
        options = [("if_match", "Mapping[str, Any] | str", call.has_version), ("idempotency_key", "str", call.has_key)]
        for name, kind, is_taken in options:
            if is_taken:
                named.append(f"{name}: {kind} | None = None")
                passed.append(f"{name}={name}")
        if call.is_list:
            answer = f"Pages[{self.type(call.page['properties']['items']['items'], 'types.')}]"
            statement = f"return Pages(self._list({', '.join(passed)}))"
        else:
            answer = "File" if call.is_file else self.type(call.answer, "types.") if call.answer else "None"
            hint = "" if answer == "None" else "  # type: ignore[no-any-return]"
            statement = ("" if answer == "None" else "return ") + f"self._call({', '.join(passed)}){hint}"
        head = ", ".join(["self", *values, *(["*", *named] if named else [])])
        text = call.summary + "." + (f"\n\n{call.description}" if call.description else "")
        return f"\n    def {snake(call.name)}({head}) -> {answer}:\n{docstring(text, '        ')}        {statement}\n"

    def calls(self, calls):
        return CALLS + "".join(self.call(call) for call in calls)


def docstring(text, indent):
    quotes = '"' * 3
    first, *rest = text.replace("\\", "\\\\").replace(quotes, '"').split("\n")
    if not rest:
        return f"{indent}{quotes}{first}{quotes}\n"
    body = "".join(f"{indent}{line}".rstrip() + "\n" for line in rest)
    return f"{indent}{quotes}{first}\n{body}{indent}{quotes}\n"


def snake(name):
    """`loginWithIDToken` is `login_with_id_token`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def safe(name):
    """`from` is `from_`."""
    return name + "_" if keyword.iskeyword(name) else name
