/** Lists the newest purchases of an automatic top-up, with their results. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useApi } from "@/api/client";
import { myTopUpAttemptsQuery } from "@/api/top-up-changes";
import type { TopUpAttempt, TopUpPlace } from "@/api/top-ups";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { Badge } from "@/ui/badge";
import { Loadable } from "@/ui/loadable";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";
import { failureWords } from "./top-up-words";

type Props = { place: TopUpPlace; scale: number };

export function TopUpAttempts({ place, scale }: Props) {
  const attempts = useQuery(myTopUpAttemptsQuery(useApi(), useQueryClient(), place));
  const title = useId();
  return (
    <Loadable
      query={attempts}
      skeleton={<SkeletonRows label={t("Loading the automatic purchases")} />}
    >
      {(items) =>
        items.length === 0 ? null : (
          <div className="grid gap-1 border-hairline border-t pt-4">
            <p id={title} className="font-medium text-ink-soft text-sm">
              {t("Last automatic purchases")}
            </p>
            {/* A result arrives while the page is open. */}
            <ul aria-labelledby={title} aria-live="polite" className="divide-y divide-hairline">
              {items.map((attempt) => (
                <li key={attempt.id}>
                  <Attempt attempt={attempt} scale={scale} />
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loadable>
  );
}

function Attempt({ attempt, scale }: { attempt: TopUpAttempt; scale: number }) {
  const { amount_minor, currency, credits, bonus, created_at } = attempt;
  const failure = failureWords(attempt);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-sm">
      <span className="font-medium tabular-nums">{formatMoney(amount_minor, currency)}</span>
      <AttemptState attempt={attempt} />
      {failure && <span className="text-ink-soft">{failure}</span>}
      <span className="ml-auto text-ink-soft tabular-nums">
        {t("{credits} credits", { credits: formatAmount(credits + bonus, { scale }) })}
      </span>
      <span className="text-ink-faint">
        <Time value={created_at} />
      </span>
    </div>
  );
}

function AttemptState({ attempt: { state } }: { attempt: TopUpAttempt }) {
  switch (state) {
    case "paid":
      return <Badge tone="good">{t("Paid")}</Badge>;
    case "failed":
      return <Badge tone="warn">{t("Failed")}</Badge>;
    case "action":
      return <Badge tone="warn">{t("Waits for the bank")}</Badge>;
    case "claimed":
    case "invoiced":
    case "paying":
    case "voiding":
      return <Badge>{t("On its way")}</Badge>;
  }
}
