/** Groups spends by feature and day for charts and tables. */
import { t } from "./language";

type Item = { day?: string | null; feature?: string | null; spent: number };

export type Series = { name: string; values: number[] };

const most = 5;
const unnamed = t("Without a feature");

/** One series for each of the features with most spends, largest first; the others together as "Other". */
export function seriesOf(
  items: Item[],
  days: string[],
  nameOf: (feature: string) => string = (feature) => feature,
): Series[] {
  const position = new Map(days.map((day, at) => [day, at]));
  const byFeature = new Map<string, number[]>();
  for (const { day, feature, spent } of items) {
    const at = day ? position.get(day) : undefined;
    if (at === undefined) continue;
    const key = feature ?? "";
    const values = byFeature.get(key) ?? days.map(() => 0);
    values[at] = (values[at] ?? 0) + spent;
    byFeature.set(key, values);
  }
  const all = [...byFeature]
    .map(([feature, values]) => ({ name: feature === "" ? unnamed : nameOf(feature), values }))
    .sort((one, other) => sum(other.values) - sum(one.values));
  if (all.length <= most) return all;
  const rest = all.slice(most - 1);
  const values = days.map((_, at) => sum(rest.map((series) => series.values[at] ?? 0)));
  return [
    ...all.slice(0, most - 1),
    { name: t("Other ({count})", { count: rest.length }), values },
  ];
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns a few round figures from zero to just above the highest value. */
export function ticksOf(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((by) => by * power >= rough) ?? 10) * power);
  const whole = Number.isInteger(step) ? step : Math.ceil(step);
  return Array.from({ length: Math.ceil(highest / whole) + 1 }, (_, at) => at * whole);
}

/** "12.4" per cent more than before, "-3" less; null without an earlier value. */
export function changeInPercent(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 1000) / 10 : null;
}

/** Returns the days until the credits run out at this rate; null at a rate of zero. */
export function daysLeft(left: number, perDay: number): number | null {
  return perDay > 0 && left > 0 ? Math.floor(left / perDay) : null;
}
