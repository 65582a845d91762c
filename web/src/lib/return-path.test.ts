/** A sign-in returns only to a path of this app. */
import { expect, test } from "vitest";
import { safeReturnPath } from "./return-path";

test.each(["/", "/account", "/account/credits?cursor=a%2Bb#x", "/sites/new"])(
  "%s is kept",
  (path) => {
    expect(safeReturnPath(path, "/home")).toBe(path);
  },
);

test.each([
  "",
  "account",
  "//evil.example",
  "/\\evil.example",
  "/a\\b",
  "https://evil.example/",
  "javascript:alert(1)",
  "/\tevil",
  "/\n/evil.example",
  null,
  undefined,
  7,
  { path: "/" },
])("%j becomes the fallback", (path) => {
  expect(safeReturnPath(path, "/home")).toBe("/home");
});
