/** Initials, kinds and class names have the right values. */
import { expect, test } from "vitest";
import { activityWords } from "./activity-words";
import { classes } from "./classes";
import { displayName, initials } from "./person";
import { deviceOf, methodOf } from "./raw-session";
import { deviceName, methodWords } from "./session-words";
import { kindLabel } from "./transaction-words";

test.each([
  [{ endpoint: "authorize" }, "Sign-in started"],
  [{ endpoint: "token", error: "invalid_client" }, "The client id or secret is wrong"],
  [
    { endpoint: "authorize", error: "invalid_request", fix: { kind: "allow-redirect-uri" } },
    "This redirect address is not registered",
  ],
  [{ endpoint: "token", error: "odd", error_description: "Odd indeed." }, "Odd indeed."],
  [{ endpoint: "token", error: "odd" }, "odd"],
])("%o is shown as %j", (expected, words) => {
  expect(activityWords(expected)).toBe(words);
});

test.each([
  [{ name: "Ada Lovelace" }, "AL"],
  [{ name: "Ada King Lovelace" }, "AL"],
  [{ name: "Ångström" }, "Å"],
  [{ name: null, email: "grace.hopper@example.com" }, "GH"],
  [{ name: "", email: "grace@example.com" }, "G"],
  [{ name: null, email: null, external_id: "acct-1198" }, "A1"],
  [{ name: "", email: "" }, ""],
  [{}, ""],
])("initials of %o are %s", (person, letters) => {
  expect(initials(person)).toBe(letters);
});

test("the best name there is", () => {
  expect(displayName({ name: "Ada", email: "a@b.example" })).toBe("Ada");
  expect(displayName({ name: null, email: "a@b.example" })).toBe("a@b.example");
  expect(displayName({})).toBe("No name yet");
});

test("unknown kinds are shown in their own words", () => {
  expect(kindLabel("spend")).toBe("Credits spent");
  expect(kindLabel("partner_bonus")).toBe("Partner bonus");
});

test("class names are joined without the false ones", () => {
  expect(classes("a", false, null, undefined, "b")).toBe("a b");
});

const gecko = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0) ${gecko} Chrome/141.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) ${gecko} Chrome/141.0 Safari/537 Edg/141`, "Edge on Windows"],
  [`Mozilla/5.0 (iPhone; like Mac OS X) ${gecko} Version/18.0 Safari/604.1`, "Safari on iPhone"],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${gecko} Chrome/141.0 Safari`, "Chrome on Android"],
  ["curl/8.5.0", "curl"],
  ["Mozilla/5.0 (Windows NT 10.0)", "Windows"],
  ["<script>alert(1)</script>", "Unknown browser"],
  [null, "Unknown browser"],
])("%j is called %j", (userAgent, name) => {
  expect(deviceName(deviceOf(userAgent))).toBe(name);
});

test.each([
  [["otp"], "by email link"],
  [["email", "otp"], "by email link"],
  [["pwd"], "by password"],
  [["hwk", "user"], "by passkey"],
  [["swk"], "by passkey"],
  [["github"], "with github"],
])("a sign-in by %j was %j", (amr, words) => {
  expect(methodWords(methodOf(amr))).toBe(words);
});
