/** Since when something is there, and when it was last of use. */
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
