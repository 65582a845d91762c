/** The page to which Stripe sends the buyer back: it waits until credits or a plan are booked, and says what happens next. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { syncedCheckoutQuery } from "@/api/buying";
import { useApi } from "@/api/client";
import type { MyCheckout } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { ButtonAnchor, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Loadable } from "@/ui/loadable";
import { Missing } from "@/ui/missing";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { PlanOutcome } from "./plan-outcome";
import { useCatalog } from "./seller-offers";
import { SetupOutcome } from "./setup-outcome";

export function BoughtPage() {
  const { checkout: id = "" } = useSearch({ strict: false });
  const checkout = useQuery(syncedCheckoutQuery(useApi(), useQueryClient(), id));
  if (id === "") return <NoCheckout />;
  return (
    <>
      <PageHeader title={t("Your purchase")} />
      <Loadable
        framed
        query={checkout}
        skeleton={<SkeletonRows label={t("Asking Stripe about your payment")} />}
        missing={<NoCheckout />}
      >
        {(data) => (
          <Card aria-live="polite" className="max-w-[46rem]">
            {data.website_name && (
              <p className="flex items-center gap-2 px-5 pt-4 text-ink-soft text-sm">
                {data.website_name}
                {data.mode === "test" && <Badge tone="warn">{t("Test")}</Badge>}
              </p>
            )}
            <Outcome checkout={data} />
          </Card>
        )}
      </Loadable>
    </>
  );
}

function NoCheckout() {
  return (
    <Missing title={t("Purchase not found")} action={<BuyAgain />}>
      {t("You have no purchase with this id.")}
    </Missing>
  );
}

/** Leads to the bought credits, and back to the website that needed them. */
function WaysOn({ checkout: { website_id, website_name, mode } }: { checkout: MyCheckout }) {
  const catalog = useCatalog({ website: website_id, mode });
  const url = catalog.data?.website?.url;
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <ButtonLink variant="primary" to={paths.home()}>
        {t("Show my balance")}
      </ButtonLink>
      {url && website_name && (
        <ButtonAnchor href={url}>{t("Go to {name}", { name: website_name })}</ButtonAnchor>
      )}
    </div>
  );
}

/** Leads back to the offers of the website at which the purchase was started. */
function BuyAgain() {
  const { website, test } = useSearch({ strict: false });
  const search = { ...(website && { website }), ...(test && { test }) };
  return (
    <ButtonLink variant="primary" to={paths.buying()} search={search}>
      {t("Back to billing")}
    </ButtonLink>
  );
}

function Outcome({ checkout }: { checkout: MyCheckout }): ReactNode {
  const { state, credits, bonus, scale } = checkout;
  const amount = formatAmount(credits + bonus, { scale });
  if (checkout.top_up !== null) {
    return <SetupOutcome checkout={checkout} action={<WaysOn checkout={checkout} />} />;
  }
  if (state === "completed" && checkout.plan !== null) {
    return <PlanOutcome checkout={checkout} action={<WaysOn checkout={checkout} />} />;
  }
  if (state === "completed") {
    return (
      <EmptyState
        icon={CircleCheck}
        title={t("{credits} credits are yours", { credits: amount })}
        action={<WaysOn checkout={checkout} />}
      >
        {t("The payment arrived, and you can use the credits now.")}
      </EmptyState>
    );
  }
  if (state === "processing") {
    return (
      <EmptyState icon={Clock} title={t("Your payment is on its way")}>
        {t(
          "This method of payment takes some days. The credits are added as soon as the money arrives; you can close this page.",
        )}
      </EmptyState>
    );
  }
  if (state === "review") {
    return (
      <EmptyState icon={Clock} title={t("Your payment is being checked")}>
        {t(
          "The payment arrived and differs from the order. The website checks it, and then adds the credits or refunds you.",
        )}
      </EmptyState>
    );
  }
  if (state === "failed") {
    return (
      <EmptyState icon={CircleX} title={t("The payment failed")} action={<BuyAgain />}>
        {t("No credits were added, and nothing was charged. Try another method of payment.")}
      </EmptyState>
    );
  }
  if (state === "expired") {
    return (
      <EmptyState icon={CircleX} title={t("The purchase has ended")} action={<BuyAgain />}>
        {t("It was not paid in time. Nothing was charged.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Clock} title={t("Not paid yet")} action={<BuyAgain />}>
      {t("This page is updated as soon as Stripe reports the payment.")}
    </EmptyState>
  );
}
