/** Compares values with the schemas of Stripe's description of its API (OpenAPI 3.0). */

const TYPES = {
  array: (value) => Array.isArray(value),
  boolean: (value) => typeof value === "boolean",
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === "number",
  object: (value) => typeof value === "object" && !Array.isArray(value),
  string: (value) => typeof value === "string",
};

export class Description {
  constructor(document) {
    this.document = document;
    this.templates = Object.keys(document.paths).map((path) => ({
      path,
      segments: path.split("/"),
      names: (path.match(/\{/g) ?? []).length,
    }));
    this.templates.sort((one, other) => one.names - other.names);
    this.resources = new Map();
    for (const schema of Object.values(document.components.schemas)) {
      if (schema["x-resourceId"]) this.resources.set(schema["x-resourceId"], schema);
    }
  }

  /** Returns the template of a request's path, such as `/v1/customers/{customer}`, and its operation. */
  find(method, path) {
    const segments = path.split("/");
    const fits = ({ segments: wanted }) =>
      wanted.length === segments.length &&
      wanted.every((segment, index) => segment.startsWith("{") || segment === segments[index]);
    const found = this.templates.find(
      (template) =>
        fits(template) && this.document.paths[template.path][method.toLowerCase()] !== undefined,
    );
    if (!found) return undefined;
    const operation = this.document.paths[found.path][method.toLowerCase()];
    return { name: `${method} ${found.path}`, operation };
  }

  /** Returns the problems of a response's body. */
  problemsOfResponse(operation, status, body) {
    const response = operation.responses[status] ?? operation.responses.default;
    const schema = response.content["application/json"].schema;
    return [...this.problems(body, schema, "response"), ...this.problemsOfEvents(body)];
  }

  /** Events contain any object, so that its own schema is found by its name. */
  problemsOfEvents(body) {
    const events = (body.object === "list" ? body.data : [body]).filter(
      (item) => item.object === "event",
    );
    return events.flatMap((event) => {
      const object = event.data.object;
      const schema = this.resources.get(object.object);
      const place = `event ${event.type}`;
      if (!schema) return [`${place}: an object of the unknown kind ${object.object}`];
      return this.problems(object, schema, place);
    });
  }

  problems(value, schema, place) {
    if (schema.$ref) return this.problems(value, this.resolve(schema.$ref), place);
    if (value === undefined) return [`${place}: is missing`];
    if (value === null) return schema.nullable ? [] : [`${place}: is null`];
    if (schema.anyOf) return this.problemsOfChoice(value, schema.anyOf, place);
    return [
      ...problemsOfText(value, schema, place),
      ...(schema.type === "array" && Array.isArray(value)
        ? value.flatMap((item) => this.problems(item, schema.items, `${place}[]`))
        : []),
      ...(schema.type === "object" && TYPES.object(value)
        ? this.problemsOfMembers(value, schema, place)
        : []),
    ];
  }

  resolve(reference) {
    const parts = reference.replace("#/", "").split("/");
    return parts.reduce((found, part) => found[part], this.document);
  }

  /** Returns the problems of the schema that fits best. */
  problemsOfChoice(value, schemas, place) {
    const all = schemas.map((schema) => this.problems(value, schema, place));
    all.sort((one, other) => one.length - other.length);
    const isOther = (problem) =>
      problem.startsWith(`${place}.object: `) || problem.startsWith(`${place}: is no `);
    return all.find((problems) => !problems.some(isOther)) ?? all[0];
  }

  problemsOfMembers(value, schema, place) {
    const known = schema.properties ?? {};
    const required = schema.required ?? [];
    const missing = required
      .filter((name) => value[name] === undefined)
      .map((name) => `${place}.${name}: is missing`);
    const members = Object.entries(value).flatMap(([name, member]) => {
      if (known[name]) return this.problems(member, known[name], `${place}.${name}`);
      if (typeof schema.additionalProperties === "object") {
        return this.problems(member, schema.additionalProperties, `${place}.*`);
      }
      const isFree = schema.properties === undefined || schema.additionalProperties === true;
      return isFree ? [] : [`${place}.${name}: is unknown`];
    });
    return [...missing, ...members];
  }
}

function problemsOfText(value, schema, place) {
  if (schema.type && !TYPES[schema.type](value)) return [`${place}: is no ${schema.type}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${place}: has the unknown word ${value}`];
  if (schema.maxLength !== undefined && value.length > schema.maxLength) {
    return [`${place}: is longer than ${schema.maxLength}`];
  }
  return [];
}
