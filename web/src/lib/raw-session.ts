/** Converts an operator's session data to the format of the account API. */
import type { Device } from "./session-words";

type Marks = readonly (readonly [mark: string, name: string])[];

/** User agent tokens, the specific ones first: most browsers also name others. The identity provider uses the same order. */
const browsers: Marks = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["Vivaldi/", "Vivaldi"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["FxiOS/", "Firefox"],
  ["Firefox/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chromium/", "Chromium"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
  ["curl/", "curl"],
  ["reqwest/", "reqwest"],
];

/** The specific ones first: Android also names Linux, and an iPad names Mac OS X. */
const systems: Marks = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Macintosh", "Mac"],
  ["Mac OS X", "Mac"],
  ["Linux", "Linux"],
];

/** Reads browser and system from the user agent. */
export function deviceOf(userAgent: string | null | undefined): Device {
  const named = (marks: Marks) => marks.find(([mark]) => userAgent?.includes(mark))?.[1];
  return { browser: named(browsers), system: named(systems) };
}

/** Returns the account API's method for `amr` values (RFC 8176). */
export function methodOf(amr: readonly string[]): string {
  if (amr.includes("hwk") || amr.includes("swk")) return "passkey";
  if (amr.includes("pwd")) return "password";
  if (amr.includes("otp") || amr.includes("email")) return "email";
  return amr[0] ?? "";
}
