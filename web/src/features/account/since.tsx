/** Since when something is there, and when it was last of use. */
import { calendarDay } from "@/lib/time";
import { Time } from "@/ui/time";

type Props = { word: string; since: string; used: string | null | undefined };

export function Since({ word, since, used }: Props) {
  return (
    <>
      {word} {calendarDay(since)} · {used ? <>last used {<Time value={used} />}</> : "never used"}
    </>
  );
}
