/** Shows when an item was added and last used. */
import { rich, t } from "@/lib/language";
import { calendarDay } from "@/lib/time";
import { Time } from "@/ui/time";

type Props = { word: string; since: string; used: string | null | undefined };

export function Since({ word, since, used }: Props) {
  return (
    <>
      {t("{word} {date}", { word, date: calendarDay(since) })}
      {" · "}
      {used ? rich("last used {time}", { time: <Time value={used} /> }) : t("never used")}
    </>
  );
}
