/** What is kept of a sign-in, turned into what its own account page is told of it. */
import type { Device } from "./session-words";

type Marks = readonly (readonly [mark: string, name: string])[];

/** Marks of browsers, the telling ones first: most browsers also name those that they resemble. As the identity provider reads them. */
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

/** Likewise: Android also says that it is a Linux, and an iPad that it is like Mac OS X. */
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

/** What a browser says of itself. */
export function deviceOf(userAgent: string | null | undefined): Device {
  const named = (marks: Marks) => marks.find(([mark]) => userAgent?.includes(mark))?.[1];
  return { browser: named(browsers), system: named(systems) };
}

/** The method that `amr` (RFC 8176) stands for here, by the word that one's own sessions have for it. */
export function methodOf(amr: readonly string[]): string {
  if (amr.includes("hwk") || amr.includes("swk")) return "passkey";
  if (amr.includes("pwd")) return "password";
  if (amr.includes("otp") || amr.includes("email")) return "email";
  return amr[0] ?? "";
}
