/** Shows one plan with its terms and prices, and what the owner can do with it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { detailsOf, repairPlanPrice, savePlan } from "@/api/plans";
import type { Plan } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { allowanceWords, perPeriod } from "@/lib/plan-words";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { PriceRow } from "./price-row";
import type { OfferPrice } from "./price-state";

const Confirm = lazy(async () => ({ default: (await import("@/ui/confirm")).Confirm }));

/** A dialog about a plan. */
export type PlanAction = "version" | "details" | "versions";

type Props = {
  plan: Plan;
  scale: number;
  onAction: (action: PlanAction) => void;
  /** Absent for the first plan. */
  onMoveUp?: () => void;
};

export function PlanRow({ plan, scale, onAction, onMoveUp }: Props) {
  const { name, version, status } = plan;
  const isArchived = status === "archived";
  return (
    <article aria-label={name} className="grid gap-3 px-5 py-4">
      <div className="grid gap-3 sm:flex sm:items-start sm:gap-6">
        <div className="min-w-0 flex-1">
          <h3 className="wrap-anywhere font-medium">{name}</h3>
          <p className="flex flex-wrap items-center gap-x-3 text-ink-faint text-sm">
            <code className="break-all font-mono text-xs">{plan.code}</code>
            {version && <span>{allowanceWords(version, scale)}</span>}
            {version && <span>{t("Version {version}", { version: version.version })}</span>}
            {plan.family !== "default" && (
              <span>{t("Family {family}", { family: plan.family })}</span>
            )}
            <span>{subscribersOf(plan)}</span>
          </p>
        </div>
        <ul className="grid gap-1 sm:min-w-52">
          {isArchived ? (
            <li>
              <Badge>{t("Archived")}</Badge>
            </li>
          ) : version ? (
            version.prices.map((price) => (
              <PlanPriceRow
                key={price.currency}
                code={plan.code}
                version={version.version}
                price={price}
                period={perPeriod(version)}
              />
            ))
          ) : (
            <li>
              <Badge tone="warn">{t("No price yet")}</Badge>
            </li>
          )}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        {!isArchived && (
          <Button
            size="small"
            onClick={() => onAction("version")}
            aria-label={t("New version of {name}", { name })}
          >
            {t("New version")}
          </Button>
        )}
        <Button
          size="small"
          onClick={() => onAction("details")}
          aria-label={t("Edit {name}", { name })}
        >
          {t("Edit")}
        </Button>
        {version && (
          <Button
            size="small"
            onClick={() => onAction("versions")}
            aria-label={t("Versions of {name}", { name })}
          >
            {t("Versions")}
          </Button>
        )}
        {onMoveUp && (
          <Button
            size="small"
            variant="quiet"
            onClick={onMoveUp}
            aria-label={t("Move {name} up", { name })}
          >
            <ArrowUp aria-hidden className="size-4" />
          </Button>
        )}
        <ArchiveButton plan={plan} />
      </div>
    </article>
  );
}

/** "Subscriptions: 12" */
function subscribersOf({ subscribers }: Plan): string {
  return `${t("Subscriptions")}: ${formatAmount(subscribers)}`;
}

/** The button archives a plan without subscriptions at once, and another plan after a confirmation that counts them. */
function ArchiveButton({ plan }: { plan: Plan }) {
  const save = useMutation(savePlan(useApi(), useQueryClient(), useWebsiteScope()));
  const [isAsking, setAsking] = useState(false);
  const { code, name, status } = plan;
  const isArchived = status === "archived";
  const kept = t("The plan is no longer sold. Its subscriptions continue.");

  function toggle() {
    const next = isArchived ? "active" : "archived";
    save.mutate(
      { code, body: { ...detailsOf(plan), status: next } },
      {
        onSuccess: () => {
          setAsking(false);
          toast(isArchived ? t("The plan is on sale again.") : kept);
        },
      },
    );
  }

  return (
    <>
      <Button
        size="small"
        variant="quiet"
        busy={save.isPending}
        onClick={isArchived || plan.subscribers === 0 ? toggle : () => setAsking(true)}
        aria-label={isArchived ? t("Sell again: {name}", { name }) : t("Archive {name}", { name })}
      >
        {isArchived ? t("Sell again") : t("Archive")}
      </Button>
      {save.error && !isAsking && <Refusal error={save.error} />}
      <Suspense>
        {isAsking && (
          <Confirm
            title={t("Archive {name}", { name })}
            effect={kept}
            action={t("Archive")}
            busy={save.isPending}
            error={save.error}
            onConfirm={toggle}
            onClose={() => {
              setAsking(false);
              save.reset();
            }}
          >
            <p className="text-sm">{subscribersOf(plan)}</p>
          </Confirm>
        )}
      </Suspense>
    </>
  );
}

type PriceProps = {
  code: string;
  version: number;
  price: OfferPrice;
  period: string;
  isSold?: boolean;
};

export function PlanPriceRow({ code, version, price, period, isSold = true }: PriceProps) {
  const repair = useMutation(repairPlanPrice(useApi(), useQueryClient(), useWebsiteScope()));
  const { currency } = price;
  return (
    <PriceRow
      price={price}
      period={period}
      isSold={isSold}
      repair={{ ...repair, mutate: () => repair.mutate({ code, version, currency }) }}
    />
  );
}
