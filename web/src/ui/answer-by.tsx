/** Says until when a dispute can be answered, and how much time is left. */
import { timeLeft } from "@/lib/dispute-words";
import { rich, t } from "@/lib/language";
import { minuteOf } from "@/lib/time";

export function AnswerBy({ due }: { due: string | null }) {
  if (due === null) return t("Answer in Stripe as soon as you can.");
  return rich("Answer in Stripe by {time} – {left}", {
    time: <time dateTime={due}>{minuteOf(due)}</time>,
    left: <strong className="whitespace-nowrap font-semibold">{timeLeft(due, Date.now())}</strong>,
  });
}
