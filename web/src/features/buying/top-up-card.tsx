/** Shows the automatic top-up at one seller: its rule, its state, the month, the card, and the newest purchases. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { myTopUpQuery, retryTopUp, type TopUp, type TopUpPlace } from "@/api/top-ups";
import type { CatalogPack } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { calendarDay, minuteOf } from "@/lib/time";
import { topUpMonth, topUpSentence, topUpState } from "@/lib/topup-words";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { type Fact, Facts } from "@/ui/facts";
import { Loadable } from "@/ui/loadable";
import { SkeletonRows } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { PortalButton } from "./portal-button";
import { isRepeatable, type Seller, topUpAnchor } from "./sellers";
import { TopUpAttempts } from "./top-up-attempts";
import { type Purchase, purchasesOf } from "./top-up-form";
import { TopUpNotice } from "./top-up-notice";
import { TopUpProblem } from "./top-up-problem";
import { isBackedOff, offWords } from "./top-up-words";

const TopUpDialog = lazy(async () => ({ default: (await import("./top-up-dialog")).TopUpDialog }));
const TurnOffDialog = lazy(async () => ({
  default: (await import("./turn-off-dialog")).TurnOffDialog,
}));

type Props = {
  seller: Seller;
  /** The name of the seller. */
  name: string;
  packs: readonly CatalogPack[];
  scale: number;
};

/** The address may name this card, which appears later than the page. */
function scrollIfNamed(card: HTMLElement | null) {
  if (card && location.hash === `#${card.id}`) card.scrollIntoView?.();
}

export function TopUpCard({ seller, name, packs, scale }: Props) {
  const { website, mode } = seller;
  const place = { ...(website !== null && { website }), mode };
  const rule = useQuery(myTopUpQuery(useApi(), place));
  // Without packs there is nothing to turn on, only a rule to turn off.
  if (!rule.data?.pack && !packs.some(isRepeatable)) return null;
  const anchor = topUpAnchor(seller);
  return (
    <Card id={anchor} ref={scrollIfNamed} className="scroll-mt-4">
      <Loadable query={rule} skeleton={<SkeletonRows label={t("Loading the automatic top-up")} />}>
        {(data) => (
          <Rule
            rule={data}
            purchases={purchasesOf(packs, data)}
            place={place}
            seller={name}
            scale={scale}
            heading={`${anchor}-title`}
          />
        )}
      </Loadable>
    </Card>
  );
}

type RuleProps = {
  rule: TopUp;
  purchases: Purchase[];
  place: TopUpPlace;
  seller: string;
  scale: number;
  heading: string;
};

function Rule({ rule, purchases, place, seller, scale, heading }: RuleProps) {
  const [open, setOpen] = useState<"change" | "off" | null>(null);
  const retry = useMutation(retryTopUp(useApi(), useQueryClient(), place));
  const { word, tone } = topUpState(rule.state);
  const isOff = rule.state === "off";
  const [first, ...others] = purchases;
  const website = { website_id: place.website ?? null, mode: place.mode };
  return (
    // No landmark: each seller has one.
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
              t("Buys a pack with your saved card when your credits run low, within your limits."))
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
        onAgree={first ? () => setOpen("change") : null}
      />
      {retry.error && <TopUpProblem error={retry.error} />}
      {!isOff && <Month rule={rule} />}
      {first && isOff && (
        <Button className="justify-self-start" onClick={() => setOpen("change")}>
          {t("Turn on automatic top-up")}
        </Button>
      )}
      {!isOff && (
        <div className="flex flex-wrap gap-3">
          {first && <Button onClick={() => setOpen("change")}>{t("Change top-up")}</Button>}
          {rule.state !== "needs_card" && <PortalButton seller={website} />}
          <Button variant="quiet" onClick={() => setOpen("off")}>
            {t("Turn off")}
          </Button>
        </div>
      )}
      {rule.pack && <TopUpAttempts place={place} scale={scale} />}
      <Suspense>
        {open === "change" && first && (
          <TopUpDialog
            rule={rule}
            purchases={[first, ...others]}
            place={place}
            seller={seller}
            scale={scale}
            onClose={() => setOpen(null)}
          />
        )}
        {open === "off" && <TurnOffDialog place={place} onClose={() => setOpen(null)} />}
      </Suspense>
    </article>
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
