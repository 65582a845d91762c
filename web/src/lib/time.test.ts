/** Recent and distant times have readable texts. */
import { expect, test } from "vitest";
import { absoluteTime, calendarDay, momentOf, relativeTime, typedMoment } from "./time";

const now = Date.parse("2026-11-20T12:00:00Z");

test.each([
  ["2026-11-20T11:59:50Z", "just now"],
  ["2026-11-20T12:00:05Z", "just now"],
  ["2026-11-20T11:59:10Z", "1 min. ago"],
  ["2026-11-20T11:55:00Z", "5 min. ago"],
  ["2026-11-20T10:00:00Z", "2 hr. ago"],
  ["2026-11-19T11:00:00Z", "yesterday"],
  ["2026-11-10T11:00:00Z", "10 days ago"],
  ["2026-03-04T09:12:00Z", "4 March 2026"],
  ["not a time", "not a time"],
])("%s is %s", (iso, words) => {
  expect(relativeTime(iso, now)).toBe(words);
});

test("absolute times name their zone", () => {
  expect(absoluteTime("2026-11-20T12:00:00Z")).toBe("20 Nov 2026, 12:00:00 UTC");
  expect(calendarDay("2026-03-04T09:12:00Z")).toBe("4 March 2026");
});

test("typed times are in UTC in every time zone", () => {
  expect(momentOf("2026-11-20T10:00")).toBe("2026-11-20T10:00:00.000Z");
  expect(typedMoment(Date.parse("2026-11-20T10:00:00Z"))).toBe("2026-11-20T10:00");
  expect(momentOf("")).toBeNull();
});
