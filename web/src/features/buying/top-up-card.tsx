/** Shows the automatic top-up at one seller: its rule, its state, the month, the card, and the newest purchases. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useId, useState } from "react";
import { useApi } from "@/api/client";
import { retryTopUp } from "@/api/top-up-changes";
import type { TopUp, TopUpPlace } from "@/api/top-ups";
import type { CatalogPack } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { calendarDay, minuteOf } from "@/lib/time";
import { topUpMonth, topUpSentence, topUpState } from "@/lib/topup-words";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { type Fact, Facts } from "@/ui/facts";
import { toast } from "@/ui/toast";
import { PortalButton } from "./portal-button";
import { isRepeatable } from "./sellers";
import { TopUpAttempts } from "./top-up-attempts";
import { TopUpDialog } from "./top-up-dialog";
import { TopUpNotice } from "./top-up-notice";
import { TopUpProblem } from "./top-up-problem";
import { isBackedOff, offWords } from "./top-up-words";
import { TurnOffDialog } from "./turn-off-dialog";

type Props = {
  rule: TopUp;
  packs: readonly CatalogPack[];
  place: TopUpPlace;
  /** The name of the seller. */
  seller: string;
  scale: number;
};

export function TopUpCard({ rule, packs, place, seller, scale }: Props) {
  const [open, setOpen] = useState<"change" | "off" | null>(null);
  const retry = useMutation(retryTopUp(useApi(), useQueryClient(), place));
  const { word, tone } = topUpState(rule.state);
  const isOff = rule.state === "off";
  const canBuy = packs.some(isRepeatable);
  const heading = useId();
  const website = { website_id: place.website ?? null, mode: place.mode };
  return (
    <Card>
      {/* No landmark: each seller has one. */}
      <article aria-labelledby={heading} className="grid gap-4 p-5">
        <header>
          <div className="flex flex-wrap items-center gap-3">
            <h3 id={heading} className="min-w-0 font-semibold">
              {t("Automatic top-up")}
            </h3>
            <span role="status">
              <Badge tone={tone}>{word}</Badge>
            </span>
          </div>
          <p className="text-pretty text-ink-soft text-sm">
            {isOff
              ? (offWords(rule) ??
                t(
                  "Buys a pack with your saved card when your credits run low, within your limits.",
                ))
              : topUpSentence(rule, scale)}
          </p>
        </header>
        <TopUpNotice
          rule={rule}
          seller={website}
          retry={() =>
            retry.mutate(undefined, { onSuccess: () => toast(t("The purchase is tried again.")) })
          }
          isRetrying={retry.isPending}
          onAgree={canBuy ? () => setOpen("change") : null}
        />
        {retry.error && <TopUpProblem error={retry.error} />}
        {!isOff && <Month rule={rule} />}
        {canBuy && isOff && (
          <Button className="justify-self-start" onClick={() => setOpen("change")}>
            {t("Turn on automatic top-up")}
          </Button>
        )}
        {!isOff && (
          <div className="flex flex-wrap gap-3">
            {canBuy && <Button onClick={() => setOpen("change")}>{t("Change top-up")}</Button>}
            {rule.state !== "needs_card" && <PortalButton seller={website} />}
            <Button variant="quiet" onClick={() => setOpen("off")}>
              {t("Turn off")}
            </Button>
          </div>
        )}
        {rule.pack && <TopUpAttempts place={place} scale={scale} />}
        <Suspense>
          {open === "change" && (
            <TopUpDialog
              rule={rule}
              packs={packs}
              place={place}
              seller={seller}
              scale={scale}
              onClose={() => setOpen(null)}
            />
          )}
          {open === "off" && <TurnOffDialog place={place} onClose={() => setOpen(null)} />}
        </Suspense>
      </article>
    </Card>
  );
}

/** How much of the monthly limits is used, and the card that is charged. */
function Month({ rule }: { rule: TopUp }) {
  const { month, month_max_minor, month_max_count, card, next_at } = rule;
  const used = topUpMonth(rule);
  const facts: Fact[] = [
    [
      t("Purchases"),
      t("{count} of {max}; a new month begins on {day}", {
        count: formatAmount(month.count),
        max: formatAmount(month_max_count),
        day: calendarDay(month.ends_at),
      }),
    ],
    [t("Card"), card ? `${card.brand} •••• ${card.last4}` : t("None saved")],
    [t("Next attempt"), isBackedOff(rule) && next_at && minuteOf(next_at)],
  ];
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <progress
          aria-label={t("Used of the monthly limit")}
          aria-valuetext={used}
          className="h-1.5 w-full accent-accent"
          max={Math.max(1, month_max_minor)}
          value={Math.min(month.spent_minor, month_max_minor)}
        />
        <p className="text-ink-faint text-sm tabular-nums">{used}</p>
      </div>
      <Facts facts={facts} />
    </div>
  );
}
