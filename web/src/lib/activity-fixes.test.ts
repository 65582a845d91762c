/** Each refusal that the identity provider records in the sign-in activity has a fix. */
import { expect, test } from "vitest";
import { activityFix, fixes } from "./activity-words";

const sources = import.meta.glob<string>("../../../idp/src/**/*.rs", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Modules whose endpoints record no activity. */
const silent = [
  "account_api",
  "admin_api",
  "device_authorization",
  "introspection",
  "par",
  "registration",
  "revocation",
];

/** A refusal in the source: its code, and its description as a literal or the name of a constant. */
const refusal =
  /(?:OAuthError|Self)::(?:new\(\s*ErrorCode::(\w+)|(invalid_request|limited)\(),?\s*("[^"]*"|[A-Z][A-Z_]+)/g;
const noted = /activity::refused\(\s*("[^"]*"),\s*("[^"]*"|[A-Z][A-Z_]+)/g;
const causes = /const \w+: ErrorCause =\s*ErrorCause\(\s*("[^"]*")/g;
const recorded = /RecordedError \{\s*error: ("[^"]*"),\s*description: ("[^"]*")/g;

function text(value: string, file: string): string {
  if (value.startsWith('"')) return value.slice(1, -1);
  const literal = new RegExp(`const ${value}: &str =\\s*"([^"]*)"`).exec(file)?.[1];
  if (!literal) throw new Error(`the constant ${value} is no plain text`);
  return literal;
}

const snake = (name: string) => name.replace(/(?<!^)([A-Z])/g, "_$1").toLowerCase();

function reasonsIn(file: string): string[] {
  const codeOf = (name?: string, kind?: string) =>
    name ? snake(name) : kind === "limited" ? "temporarily_unavailable" : "invalid_request";
  return [
    ...[...file.matchAll(refusal)].map(([, name, kind, value = ""]) => [codeOf(name, kind), value]),
    ...[...file.matchAll(noted)].map(([, code = "", value = ""]) => [text(code, file), value]),
    ...[...file.matchAll(recorded)].map(([, code = "", value = ""]) => [text(code, file), value]),
    ...[...file.matchAll(causes)].map(([, value = ""]) => ["invalid_grant", value]),
  ].map(([code = "", value = ""]) => `${code} ${text(value, file)}`);
}

const files = Object.entries(sources).filter(([path]) => {
  const folders = path.split("/");
  return !silent.some((module) => folders.includes(module)) && !/\/tests(\.rs|\/)/.test(path);
});
const reasons = [
  ...new Set(files.flatMap(([, text]) => reasonsIn(text.split("#[cfg(test)]")[0] ?? ""))),
];

const split = (reason: string) => {
  const [error = "", ...rest] = reason.split(" ");
  return { endpoint: "token", error, error_description: rest.join(" ") };
};

test("the source contains refusals", () => {
  expect(reasons.length).toBeGreaterThan(70);
  expect(reasons).toContain("invalid_request client_id is missing.");
  expect(reasons.some((reason) => reason.startsWith("origin_not_allowed "))).toBe(true);
  expect(reasons.some((reason) => reason.startsWith("invalid_grant code_verifier"))).toBe(true);
});

test.each(reasons)("%s has a fix", (reason) => {
  expect(activityFix(split(reason))).toMatch(/\w.*[.]$/);
});

test("no fix is for a refusal that is not there", () => {
  const used = new Set(reasons.map((reason) => activityFix(split(reason))));
  expect(fixes.filter(([, fix]) => !used.has(fix))).toEqual([]);
});

test("a refusal that is not known has no fix, and what went well needs none", () => {
  expect(
    activityFix({ endpoint: "token", error: "invalid_request", error_description: "Odd." }),
  ).toBeNull();
  expect(activityFix({ endpoint: "token", error: null })).toBeNull();
});
