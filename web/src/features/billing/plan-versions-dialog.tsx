/** Lists the versions of a plan, newest first, and maps prices of Stripe to them. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { planVersionsQuery } from "@/api/plans";
import type { Plan, PlanVersion } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { rich, t } from "@/lib/language";
import {
  allowanceWords,
  featureWords,
  perPeriod,
  rolloverWords,
  seatsWords,
  trialWords,
} from "@/lib/plan-words";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Loadable } from "@/ui/loadable";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";
import { PlanPriceRow } from "./plan-row";

const MapPriceDialog = lazy(async () => ({
  default: (await import("./map-price-dialog")).MapPriceDialog,
}));

type Props = { plan: Plan; scale: number; onClose: () => void };

export function PlanVersionsDialog({ plan, scale, onClose }: Props) {
  const versions = useQuery(planVersionsQuery(useApi(), useWebsiteScope(), plan.code));
  const [mapped, setMapped] = useState<number | null>(null);
  const isSold = plan.status === "active";
  return (
    <Dialog
      side
      title={t("Versions of {name}", { name: plan.name })}
      note={t(
        "Subscribers keep the version that they bought, with its price and credits; only new subscribers get the newest one.",
      )}
      onClose={onClose}
    >
      <Loadable query={versions} skeleton={<SkeletonRows label={t("Loading the versions")} />}>
        {({ items }) => (
          <ol reversed className="grid gap-6">
            {items.map((version, at) => (
              <li key={version.version}>
                <Version
                  code={plan.code}
                  version={version}
                  scale={scale}
                  isSold={isSold && at === 0}
                  onMap={() => setMapped(version.version)}
                />
              </li>
            ))}
          </ol>
        )}
      </Loadable>
      <Suspense>
        {mapped !== null && (
          <MapPriceDialog code={plan.code} version={mapped} onClose={() => setMapped(null)} />
        )}
      </Suspense>
    </Dialog>
  );
}

type VersionProps = {
  code: string;
  version: PlanVersion;
  scale: number;
  isSold: boolean;
  onMap: () => void;
};

function Version({ code, version, scale, isSold, onMap }: VersionProps) {
  const number = version.version;
  const title = t("Version {version}", { version: number });
  return (
    <section aria-label={title} className="grid gap-3">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        {title}
        {isSold ? <Badge tone="good">{t("Sold now")}</Badge> : <Badge>{t("Not sold")}</Badge>}
        <span className="ml-auto font-normal text-ink-faint text-sm">
          {rich("Added {time}", { time: <Time value={version.created_at} /> })}
        </span>
      </h3>
      <ul className="grid gap-1 text-ink-soft text-sm">
        {termsOf(version, scale).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <ul className="grid gap-1">
        {version.prices.map((price) => (
          <PlanPriceRow
            key={price.currency}
            code={code}
            version={number}
            price={price}
            period={perPeriod(version)}
            isSold={isSold}
          />
        ))}
      </ul>
      <Button
        size="small"
        className="justify-self-start"
        onClick={onMap}
        aria-label={t("Map a price of Stripe to version {version}", { version: number })}
      >
        {t("Map a price of Stripe…")}
      </Button>
    </section>
  );
}

function termsOf(version: PlanVersion, scale: number): string[] {
  const { trial, max_quantity: seats, features } = version;
  return [
    allowanceWords(version, scale),
    rolloverWords(version, scale),
    ...(trial ? [trialWords(trial, scale)] : []),
    ...(seats > 1 ? [seatsWords(seats)] : []),
    ...features.map((feature) => featureWords(feature, scale)),
  ];
}
