/** The plans, packs and subscriptions of one seller. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { myCatalogQuery } from "@/api/buying";
import { useApi } from "@/api/client";
import type { Catalog, MySubscription } from "@/api/my-subscriptions";
import { t } from "@/lib/language";
import { isOver } from "@/lib/subscription-state";
import { Loadable } from "@/ui/loadable";
import { SkeletonRows } from "@/ui/skeleton";
import { Group } from "./offer-group";
import { PackOffer } from "./pack-offer";
import { PlanOffer } from "./plan-offer";
import type { Seller } from "./sellers";
import { SubscriptionCard } from "./subscription-card";
import { UnpaidBanner } from "./unpaid-banner";

const ChangeDialog = lazy(async () => ({
  default: (await import("./change-dialog")).ChangeDialog,
}));

/** The query of a catalogue: one's own, or the public one, which has the same offers. */
export type CatalogState = {
  data: Catalog | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type Props = {
  seller: Seller;
  catalog: CatalogState;
  /** The user's subscriptions at this seller. */
  subscriptions: MySubscription[];
  /** The path to which a buyer who leaves Stripe's page comes back. */
  here: string;
};

type Changing = { subscription: MySubscription; plan: string | null };

export function useCatalog({ website, mode }: Pick<Seller, "website" | "mode">) {
  return useQuery(myCatalogQuery(useApi(), { ...(website !== null && { website }), mode }));
}

export function SellerOffers({ seller, catalog, subscriptions, here }: Props) {
  const [changing, setChanging] = useState<Changing | null>(null);
  const live = subscriptions.filter((one) => !isOver(one));
  const plans = catalog.data?.plans ?? [];
  const scale = catalog.data?.scale ?? seller.balance?.scale ?? 0;
  return (
    <div className="grid gap-6">
      {live.map((subscription) => (
        <div key={subscription.id} className="grid gap-4">
          <UnpaidBanner subscription={subscription} />
          <SubscriptionCard
            subscription={subscription}
            plans={plans}
            scale={scale}
            onChange={() => setChanging({ subscription, plan: null })}
          />
        </div>
      ))}
      <Loadable framed query={catalog} skeleton={<SkeletonRows label={t("Loading the offers")} />}>
        {(data) => (
          <Offers catalog={data} live={live} seller={seller} here={here} onChange={setChanging} />
        )}
      </Loadable>
      <Suspense>
        {changing && (
          <ChangeDialog
            {...changing}
            plans={plansOfFamily(changing.subscription, plans)}
            scale={scale}
            onClose={() => setChanging(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** All plans, if its own plan is no longer sold: the server then refuses those of another family. */
function plansOfFamily({ plan }: MySubscription, plans: Catalog["plans"]): Catalog["plans"] {
  const own = plans.find(({ code }) => code === plan);
  return own ? plans.filter(({ family }) => family === own.family) : plans;
}

type OffersProps = Omit<Props, "subscriptions" | "catalog"> & {
  catalog: Catalog;
  live: MySubscription[];
  onChange: (changing: Changing) => void;
};

function Offers({ catalog: { plans, packs, scale }, live, seller, here, onChange }: OffersProps) {
  const familyOf = (subscription: MySubscription) =>
    plans.find(({ code }) => code === subscription.plan)?.family;
  if (plans.length === 0 && packs.length === 0) {
    return <p className="text-ink-faint text-sm">{t("This website sells no credits now.")}</p>;
  }
  return (
    <>
      <Group title={t("Plans")} isShown={plans.length > 0}>
        {plans.map((plan) => {
          // A plan that is no longer sold may be of any family.
          const current = [plan.family, undefined].flatMap((family) =>
            live.filter((one) => familyOf(one) === family),
          )[0];
          return (
            <li key={plan.code} className="min-w-0">
              <PlanOffer
                plan={plan}
                seller={seller}
                scale={scale}
                here={here}
                current={current ?? null}
                onChange={() => {
                  if (current) onChange({ subscription: current, plan: plan.code });
                }}
              />
            </li>
          );
        })}
      </Group>
      <Group title={t("Packs")} isShown={packs.length > 0}>
        {packs.map((pack) => (
          <li key={pack.code} className="min-w-0">
            <PackOffer pack={pack} seller={seller} scale={scale} here={here} />
          </li>
        ))}
      </Group>
    </>
  );
}
