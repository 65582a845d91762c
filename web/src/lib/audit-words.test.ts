/** Each action that the product API records in the audit log has a label. */
import { expect, test, vi } from "vitest";
import { actionLabel, auditActions, kindWord } from "./audit-words";

const sources = import.meta.glob<string>("../../../product-api/src/audit/event.rs", {
  query: "?raw",
  import: "default",
  eager: true,
});
const source = Object.values(sources)[0] ?? "";
const written = [...source.matchAll(/Self::\w+ => "([a-z_]+\.[a-z_]+)"/g)].map(([, act]) => act);

test("the filter offers what the server writes down, and nothing else", () => {
  expect(written.length).toBeGreaterThan(30);
  expect(auditActions.toSorted()).toEqual(written.toSorted());
});

test("each action has words of its own", () => {
  const words = auditActions.map(actionLabel);
  expect(new Set(words).size).toBe(auditActions.length);
  expect(words.filter((text) => !/^[A-Z][\w-]+( [\w-]+)+$/.test(text))).toEqual([]);
});

const lines = import.meta.glob<string>("../../../product-api/src/operators/audit_record.rs", {
  query: "?raw",
  import: "default",
  eager: true,
});
const line = Object.values(lines)[0] ?? "";
const actors = [...line.matchAll(/=> "([a-z_]+)",/g)].map(([, kind = ""]) => kind);

test("each kind of actor has a word in both languages", async () => {
  expect(actors).toEqual(["user", "api_key", "system", "program"]);
  vi.resetModules();
  await (await import("./language")).loadCatalogue("de");
  const german = await import("./audit-words");
  const words = actors.map((kind) => [kindWord(kind), german.kindWord(kind)]);
  expect(words).toContainEqual(["Program", "Programm"]);
  expect(words.filter(([english, translated]) => english === translated)).toEqual([]);
});

test.each([
  ["key.made", "API key created"],
  ["webhook.rotated", "Signing secret rotated"],
  ["user.sign_out_asked", "Sign-out requested"],
  ["website.handed_over", "Website handed over"],
])("%s is %j", (act, words) => {
  expect(actionLabel(act)).toBe(words);
});
