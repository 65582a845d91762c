/** Series, ticks and forecasts are right. */
import { expect, test } from "vitest";
import { daysSince, lastDays, longDay, rangeOf, shortDay } from "./days";
import { changeInPercent, daysLeft, seriesOf, ticksOf } from "./usage";

const days = ["2026-11-20", "2026-11-21"];

test("days end with the current day in UTC", () => {
  const now = Date.parse("2026-03-01T00:30:00Z");
  expect(lastDays(3, now)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(shortDay("2026-03-01")).toBe("1 Mar");
  expect(longDay("2026-11-22")).toBe("Sun 22 November 2026");
  expect(daysSince("2026-02-22T00:31:00Z", now)).toBe(6);
  expect([rangeOf("90"), rangeOf("8"), rangeOf(undefined)]).toEqual([90, 30, 30]);
});

test("a series has a value for each day, and the biggest comes first", () => {
  const items = [
    { day: "2026-11-20", feature: "a", spent: 1 },
    { day: "2026-11-21", feature: "b", spent: 5 },
    { day: "2026-11-21", feature: null, spent: 2 },
    { day: "2026-11-19", feature: "a", spent: 100 },
  ];
  expect(seriesOf(items, days, (code) => code.toUpperCase())).toEqual([
    { name: "B", values: [0, 5] },
    { name: "Without a feature", values: [0, 2] },
    { name: "A", values: [1, 0] },
  ]);
});

test("of many features the small ones are taken together, and nothing is lost", () => {
  const items = Array.from({ length: 7 }, (_, at) => ({
    day: "2026-11-20",
    feature: `f${at}`,
    spent: at + 1,
  }));
  const series = seriesOf(items, days);
  expect(series.map(({ name }) => name)).toEqual(["f6", "f5", "f4", "f3", "Other (3)"]);
  expect(series.at(-1)?.values).toEqual([6, 0]);
});

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [10, [0, 3, 6, 9, 12]],
  [3600, [0, 1000, 2000, 3000, 4000]],
  [400, [0, 100, 200, 300, 400]],
])("ticks for %d", (highest, ticks) => {
  expect(ticksOf(highest)).toEqual(ticks);
});

test("change and forecast say nothing where there is nothing to say", () => {
  expect(changeInPercent(1124, 1000)).toBe(12.4);
  expect(changeInPercent(900, 1000)).toBe(-10);
  expect(changeInPercent(5, 0)).toBeNull();
  expect(daysLeft(184_920, 4_500)).toBe(41);
  expect(daysLeft(10, 0)).toBeNull();
  expect(daysLeft(-5, 3)).toBeNull();
});
