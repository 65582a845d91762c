/** Days in UTC, as the API counts usage: "2026-11-22". */
import { dateLanguage } from "./language";

const dayMilliseconds = 86_400_000;
const short = new Intl.DateTimeFormat(dateLanguage, {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const long = new Intl.DateTimeFormat(dateLanguage, {
  weekday: "short",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Returns the last days up to now, oldest first. */
export function lastDays(count: number, now: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(now - (count - 1 - at) * dayMilliseconds).toISOString().slice(0, 10),
  );
}

/** "22 Nov" */
export function shortDay(day: string): string {
  return short.format(Date.parse(day));
}

/** "Sun 22 November 2026" */
export function longDay(day: string): string {
  return long.format(Date.parse(day)).replace(",", "");
}

/** Returns the whole days from then to now. */
export function daysSince(iso: string, now: number): number {
  return Math.floor((now - Date.parse(iso)) / dayMilliseconds);
}

/** The ranges of usage and the default. */
export const ranges = [7, 30, 90] as const;

export function rangeOf(text: string | undefined): number {
  return ranges.find((range) => String(range) === text) ?? 30;
}
