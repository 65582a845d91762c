/** Shows all that a website or the platform sells: packs, which are bought once, and plans, which are paid again and again. */
import { useQuery } from "@tanstack/react-query";
import { PackagePlus, Plus } from "lucide-react";
import { billingSettingsQuery, packsQuery, plansQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import { useOpened } from "@/api/opened";
import { platformScaleQuery } from "@/api/plans";
import type { Pack, Plan } from "@/api/types";
import { platform, useWebsiteScope } from "@/api/website-scope";
import { useScale } from "@/api/websites";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Loadable } from "@/ui/loadable";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { PackList } from "./pack-list";
import { PlanList } from "./plan-list";

export function PlansPage() {
  return <Offers scale={useScale()} />;
}

/** The operator's list of what the platform sells. It is in this chunk because it shows the same parts. */
export function PlatformOffers() {
  const scale = useQuery(platformScaleQuery(useApi(), useWebsiteScope()));
  return <Offers scale={scale} />;
}

function Offers({ scale }: { scale: ReturnType<typeof useScale> }) {
  const api = useApi();
  const scope = useWebsiteScope();
  const isPlatform = scope.id === platform;
  const packs = useQuery(packsQuery(api, scope));
  const plans = useQuery(plansQuery(api, scope));
  const settings = useQuery(billingSettingsQuery(api, scope));
  const addingPack = useOpened("new");
  const addingPlan = useOpened("new-plan");
  const currency = settings.data?.currency ?? "eur";
  const isEmpty = packs.data?.items.length === 0 && plans.data?.items.length === 0;
  const offers = [...(packs.data?.items ?? []), ...(plans.data?.items ?? [])];
  const packSkeleton = <SkeletonRows label={t("Loading the packs")} />;
  const planSkeleton = <SkeletonRows label={t("Loading the plans")} />;
  const add = (
    <span className="flex flex-wrap gap-2">
      <Button variant="primary" onClick={addingPack.open}>
        <Plus aria-hidden className="size-4" />
        {t("Add a pack")}
      </Button>
      <Button onClick={addingPlan.open}>
        <Plus aria-hidden className="size-4" />
        {t("Add a plan")}
      </Button>
    </span>
  );
  return (
    <>
      {isPlatform ? (
        <div className="mb-4">{add}</div>
      ) : (
        <PageHeader
          title={t("Packs and plans")}
          note={t("What you sell: credits that customers pay for, into your own Stripe account.")}
          action={add}
        />
      )}
      {settings.data && settings.data.connection === null && <NotConnected />}
      {!isPlatform && scope.mode === "test" && offers.some(isOnSale) && (
        <p className="mb-4 text-ink-soft text-sm">
          <a
            href={`${paths.buying()}?website=${scope.id}&test=1`}
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            {t("Buy one yourself with a test card")}
          </a>
        </p>
      )}
      <div className="grid grid-cols-1 gap-6">
        {isEmpty && <NothingYet />}
        <Loadable framed query={scale} skeleton={packSkeleton}>
          {(scale) => (
            <>
              <Loadable framed query={packs} skeleton={packSkeleton}>
                {({ items }) => (
                  <PackList
                    packs={items}
                    scale={scale}
                    currency={currency}
                    isAdding={addingPack.isOpen}
                    onClose={addingPack.close}
                  />
                )}
              </Loadable>
              <Loadable framed query={plans} skeleton={planSkeleton}>
                {({ items }) => (
                  <PlanList
                    plans={items}
                    scale={scale}
                    currency={currency}
                    isAdding={addingPlan.isOpen}
                    onClose={addingPlan.close}
                  />
                )}
              </Loadable>
            </>
          )}
        </Loadable>
      </div>
    </>
  );
}

function isOnSale({ status, version }: Pack | Plan): boolean {
  return (
    status === "active" && version?.prices.some(({ stripe }) => stripe?.state === "synced") === true
  );
}

function NothingYet() {
  return (
    <Card aria-label={t("Packs and plans")}>
      <EmptyState icon={PackagePlus} title={t("Nothing to sell yet")}>
        {t(
          "Sell packs if customers pay for what they use from time to time, and plans if they pay each month or year for regular use. Many websites sell both: a plan for each month, and packs for more.",
        )}
      </EmptyState>
    </Card>
  );
}

function NotConnected() {
  const scope = useWebsiteScope();
  return (
    <div className="mb-4">
      <Notice icon={PackagePlus} tone="warn">
        <p>{t("Nothing is on sale yet: connect your Stripe account first.")}</p>
        {/* The operator connects the platform's account by the API. */}
        {scope.id !== platform && (
          <ButtonLink
            className="mt-2"
            size="small"
            to={paths.billingSettings()}
            params={{ site: scope.id }}
          >
            {t("Connect Stripe")}
          </ButtonLink>
        )}
      </Notice>
    </div>
  );
}
