/** Formats times: relative, or absolute in UTC. */
import { dateLanguage, language, t } from "./language";

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
const absolute = new Intl.DateTimeFormat(dateLanguage, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone: "UTC",
  timeZoneName: "short",
});
const minute = new Intl.DateTimeFormat(dateLanguage, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
  timeZoneName: "short",
});
const day = new Intl.DateTimeFormat(dateLanguage, {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

const steps = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const;

/** "just now", "5 min. ago", "yesterday"; the date after thirty days, because "43 days ago" helps little. */
export function relativeTime(iso: string, now: number): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  if (Number.isNaN(seconds)) return iso;
  if (Math.abs(seconds) < 45) return t("just now");
  if (Math.abs(seconds) > 30 * 86_400) return day.format(Date.parse(iso));
  const step = steps.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  if (!step) return relative.format(Math.sign(seconds), "minute");
  return relative.format(Math.trunc(seconds / step.seconds), step.unit);
}

export function absoluteTime(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : absolute.format(time);
}

/** "7 Dec 2026, 23:59 UTC", for deadlines. */
export function minuteOf(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : minute.format(time);
}

export function calendarDay(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : day.format(time);
}

/** A time in UTC in the format of a date and time field. */
export function typedMoment(time: number): string {
  return new Date(time).toISOString().slice(0, 16);
}

/** Converts the field's value in UTC to the API's format; null when it is empty. */
export function momentOf(typed: string): string | null {
  const time = Date.parse(`${typed}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
