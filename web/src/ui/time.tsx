/** A moment: relative to read, absolute on hover and for machines. */
import { absoluteTime, relativeTime } from "@/lib/time";

export function Time({ value }: { value: string }) {
  return (
    <time dateTime={value} title={absoluteTime(value)} className="whitespace-nowrap">
      {relativeTime(value, Date.now())}
    </time>
  );
}
