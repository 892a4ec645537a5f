"""Writes the declarations of client.d.ts."""
import json

from description import codes_of


def sentences(text, indent):
    """A documentation comment of one or more lines."""
    lines = [line.strip() for line in text.replace("*/", "* /").split("\n")]
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


class TypeScript:
    """The declarations of client.d.ts."""

    def __init__(self, document, events):
        self.document, self.events = document, events

    def type(self, schema, is_open, indent=""):
        """`is_open` where later servers may send other values of an enumeration."""
        if "$ref" in schema:
            return schema["$ref"].rsplit("/", 1)[1]
        if "anyOf" in schema:
            return " | ".join(self.type(each, is_open, indent) for each in schema["anyOf"])
        if "const" in schema:
            return json.dumps(schema["const"])
        if "enum" in schema:
            words = [json.dumps(each) for each in schema["enum"]]
            is_text = any(isinstance(each, str) for each in schema["enum"])
            return " | ".join(words + (["(string & {})"] if is_open and is_text else []))
        kinds = schema.get("type", [])
        return " | ".join(
            self.kind(kind, schema, is_open, indent) for kind in ([kinds] if isinstance(kinds, str) else kinds)
        ) or "unknown"

    def kind(self, kind, schema, is_open, indent):
        match kind:
            case "integer" | "number":
                return "number"
            case "array":
                item = self.type(schema.get("items", {}), is_open, indent)
                return f"({item})[]" if " " in item and not item.startswith("{") else f"{item}[]"
            case "object":
                if "properties" in schema:
                    return self.object(schema, is_open, indent)
                return f"Record<string, {self.type(schema.get('additionalProperties') or {}, is_open, indent)}>"
            case _:
                return kind

    def object(self, schema, is_open, indent=""):
        required = schema.get("required", [])
        text = "{\n"
        for name, member in schema["properties"].items():
            if "description" in member:
                text += sentences(member["description"], indent + "  ")
            mark = "" if name in required else "?"
            text += f"{indent}  {name}{mark}: {self.type(member, is_open, indent + '  ')};\n"
        return text + indent + "}"

    def call(self, call):
        name = call.name[0].upper() + call.name[1:]
        values = [f"{each['name']}: {self.type(each['schema'], False)}" for each in call.places]
        if call.upload:
            values.append("file: Upload")
        elif call.body:
            values.append(f"body{'?' if call.has_optional_body else ''}: {self.type(call.body, False)}")
        if call.is_list:
            filters = [each for each in call.query if each["name"] not in ("limit", "cursor")]
            values.append(f"query?: {name}Query" if filters else "query?: PageQuery")
        elif call.query:
            mark = "" if any(each.get("required") for each in call.query) else "?"
            values.append(f"query{mark}: {name}Query")
        options = "UploadOptions" if call.upload else \
            "PostChangeOptions" if call.has_key and call.has_version else \
            "PostOptions" if call.has_key else "ChangeOptions" if call.has_version else "CallOptions"
        values.append(f"options?: {options}")
        if call.is_list:
            item = self.type(call.page["properties"]["items"]["items"], True)
            is_plain = set(call.page["properties"]) == {"items", "next_cursor"} and "{" not in item
            page = self.type(call.answer, True)
            answer = f"List<{item}>" if is_plain else f"List<{page}[\"items\"][number], {page}>"
        else:
            answer = "Blob" if call.is_file else self.type(call.answer, True) if call.answer else "void"
            answer = f"Promise<{answer}>"
        note = "\n\n" + call.description if call.description else ""
        return sentences(call.summary + "." + note, "  ") + f"  {call.name}({', '.join(values)}): {answer};\n"

    def query(self, call):
        fields = [each for each in call.query if not call.is_list or each["name"] not in ("limit", "cursor")]
        if not fields:
            return ""
        schema = {
            "properties": {each["name"]: {**each["schema"], "description": each["description"]} for each in fields},
            "required": [each["name"] for each in fields if each.get("required")],
        }
        base = " extends PageQuery" if call.is_list else ""
        return f"export interface {call.name[0].upper()}{call.name[1:]}Query{base} {self.object(schema, False)}\n"

    def types(self, calls):
        text = ""
        for name, schema in sorted(self.document["components"]["schemas"].items()):
            if "description" in schema:
                text += sentences(schema["description"], "")
            declaration = self.object(schema, not name.endswith("Body")) if schema.get("properties") else "{}"
            if name == "Problem":
                declaration = declaration.replace("{\n", "{\n  /** Further members of some codes. */\n  [member: string]: unknown;\n", 1)
            text += f"export interface {name} {declaration}\n"
        text += "".join(self.query(call) for call in calls)
        words = {"ProblemCode": (codes_of(self.document), "string"), "StreamEventType": (self.events, "`${string}.${string}`")}
        for name, (values, others) in words.items():
            text += f"export type {name} =\n" + "".join(f"  | {json.dumps(each)}\n" for each in values) + f"  | ({others} & {{}});\n"
        return text.rstrip()
