/** Shows a relative time, with the absolute time on hover and in `dateTime`. */
import { absoluteTime, relativeTime } from "@/lib/time";

export function Time({ value }: { value: string }) {
  return (
    <time dateTime={value} title={absoluteTime(value)} className="whitespace-nowrap">
      {relativeTime(value, Date.now())}
    </time>
  );
}
