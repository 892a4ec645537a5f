"""What a client has to know of each call, from /openapi.json."""
import json
import re

BASE = "/v1/{tenant}/"
# The hand-made layers do with these what a client needs to.
SIGN_OUT = {"logout", "deleteOwnAccount", "deleteOwnAccountByPost"}


class Call:
    """What a client has to know of an operation."""

    def __init__(self, path, method, operation, document):
        self.name = operation["operationId"]
        self.method, self.path = method.upper(), path.removeprefix(BASE)
        self.summary, self.description = operation["summary"], operation["description"]
        self.tag, self.module = operation["tags"][0], operation.get("x-module")
        parameters = [resolved(each, document) for each in operation.get("parameters", [])]
        self.places = [each for each in parameters if each["in"] == "path" and each["name"] != "tenant"]
        self.query = [each for each in parameters if each["in"] == "query"]
        self.has_version = any(each["name"] == "If-Match" for each in parameters)
        self.has_key = any(each["name"] == "Idempotency-Key" for each in parameters)
        content = operation.get("requestBody", {}).get("content", {})
        self.body = content.get("application/json", {}).get("schema")
        self.upload = next(iter(content)) if content and (len(content) > 1 or self.body is None) else None
        self.has_optional_body = not operation.get("requestBody", {}).get("required", True)
        success = [answer for status, answer in operation["responses"].items() if status[0] == "2"]
        # Some answer 201 or 200 with the same content.
        self.media = list(success[0].get("content", {})) if success else []
        self.answer = success[0]["content"][self.media[0]]["schema"] if self.media else None
        schema = resolved(self.answer or {}, document)
        self.is_list = [each["name"] for each in self.query[-2:]] == ["limit", "cursor"] and \
            "next_cursor" in schema.get("properties", {})
        self.page = schema if self.is_list else None
        self.is_file = bool(self.media) and self.media[0] != "application/json"
        security = operation.get("security", [])
        self.access = "o" if not security else "?" if {} in security else ""
        repetition = operation.get("x-repetition") or ("never" if self.method == "POST" and self.access == "o" else "")
        self.signs_in = bool(self.answer) and self.answer.get("$ref", "").endswith("/SignedIn")
        self.flags = self.access + "".join(flag for flag, is_set in [
            ("b", self.body and not self.upload), ("r", self.upload), ("q", self.query and not self.is_list),
            ("l", self.is_list), ("f", self.is_file), ("s", self.signs_in), ("x", self.name in SIGN_OUT),
            ("n", repetition == "never"),
        ] if is_set)

    @property
    def line(self):
        return " ".join(filter(None, [self.name, self.method, self.path, self.flags, self.upload]))


def resolved(value, document):
    while "$ref" in value:
        node = document
        for key in value["$ref"].removeprefix("#/").split("/"):
            node = node[key]
        value = node
    return value


def calls_of(document):
    """All that an app can call: no pages for browsers, no sockets."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            call = Call(path, method, operation, document)
            is_page = {"text/html", "text/event-stream"} & set(call.media)
            has_answer = any(status[0] == "2" for status in operation["responses"])
            if path.startswith(BASE) and has_answer and not is_page:
                yield call


def codes_of(document):
    return sorted(set(re.findall(r'"code": "(\w+)"', json.dumps([document["paths"], document["components"]["responses"]]))))
