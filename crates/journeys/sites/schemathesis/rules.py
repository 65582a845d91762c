"""Hooks of the Schemathesis run: rules that hold for all operations, and requests about objects that exist.

openapi/README.md states the rules; the contracts leave them out, because generators make worse clients of them.
"""

import collections
import json
import os

import schemathesis

# Path prefixes, each with values of path parameters: {"/v1/holds/{id}": {"id": "hold_..."}}.
EXISTING = json.loads(os.environ["EXISTING"])
# A made-up cursor or view is always refused: these would hide all other parameters.
NEVER_MADE_UP = ("cursor", "Tollgate-View-As")

calls = collections.Counter()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    for schema in raw_schema["components"]["schemas"].values():
        for name, member in schema.get("properties", {}).items():
            schema["properties"][name] = member_as_sent(name, member, schema.get("required", []))
    for methods in raw_schema["paths"].values():
        for operation in methods.values():
            body = operation.get("requestBody")
            if body and not body.get("required", False):
                content = body["content"]["application/json"]
                content["schema"] = nullable(content["schema"])
            parameters = [one for one in operation.get("parameters", []) if one["name"] not in NEVER_MADE_UP]
            operation["parameters"] = parameters
            for parameter in parameters:
                restrict(parameter)


def member_as_sent(name, member, required):
    # The ledger judges amounts: one that is no amount is refused by 422 or in an answer of 200, not by 400.
    if member.get("title") == "Amount":
        member = {"anyOf": [member, {}]}
    return member if name in required else nullable(member)


def nullable(schema):
    if "$ref" in schema:
        return {"allOf": [schema], "nullable": True}
    return {**schema, "nullable": True}


def restrict(parameter):
    schema = parameter["schema"]
    if "1 to 100" in parameter.get("description", "") and schema.get("type") == "integer":
        schema.update(minimum=1, maximum=100)
    elif parameter["in"] == "query" and schema.get("type") == "string":
        schema.setdefault("minLength", 1)


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = case.operation
    calls[operation.label] += 1
    count = calls[operation.label]
    # A key of another request would be refused with any body.
    if "Idempotency-Key" in case.headers and not is_about_headers(case):
        case.headers["Idempotency-Key"] = f"{operation.definition.raw['operationId']}-{count}"
    # Every second request is about what exists: a made-up id is a 404 with any body.
    if count % 2:
        for start, values in EXISTING.items():
            if operation.path.startswith(start):
                case.path_parameters.update(values)


def is_about_headers(case):
    # Schemathesis takes a request back as valid whose headers change here.
    location = getattr(case.meta.phase.data, "parameter_location", None)
    return location is not None and location.value == "header"
