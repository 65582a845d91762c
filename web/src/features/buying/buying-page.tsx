/** Shows the subscriptions, plans and packs of each website that the user knows, and what the user has paid. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Store } from "lucide-react";
import { useApi } from "@/api/client";
import { balancesQuery } from "@/api/credits";
import { type MySubscription, mySubscriptionsQuery } from "@/api/my-subscriptions";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { PaymentsCard } from "./payments-card";
import { SellerOffers, useCatalog } from "./seller-offers";
import { type Seller, sellersOf, subscriptionsAt } from "./sellers";
import { TopUpSection } from "./top-up-section";

export function BuyingPage() {
  const api = useApi();
  const balances = useQuery(balancesQuery(api));
  const subscriptions = useQuery(mySubscriptionsQuery(api));
  const { website, test } = useSearch({ strict: false });
  const named = website ? ({ website, mode: test === "1" ? "test" : "live" } as const) : null;
  const skeleton = <SkeletonRows label={t("Loading your plans and balances")} />;
  return (
    <>
      <PageHeader
        title={t("Billing")}
        note={t("Payments go to the website, through Stripe. Your card is never stored here.")}
      />
      <Loadable framed query={balances} skeleton={skeleton}>
        {(known) => (
          <Loadable framed query={subscriptions} skeleton={skeleton}>
            {(own) => <Sellers sellers={sellersOf(known, own, named)} subscriptions={own} />}
          </Loadable>
        )}
      </Loadable>
      <PaymentsCard />
    </>
  );
}

type SellersProps = { sellers: Seller[]; subscriptions: MySubscription[] };

function Sellers({ sellers, subscriptions }: SellersProps) {
  if (sellers.length === 0) {
    return (
      <Card>
        <EmptyState icon={Store} title={t("Nothing to buy yet")}>
          {t("A website that sells credits appears here after you signed in to it.")}
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className="grid gap-8">
      {sellers.map((seller) => (
        <SellerSection
          key={`${seller.website} ${seller.mode}`}
          seller={seller}
          subscriptions={subscriptionsAt(seller, subscriptions)}
        />
      ))}
    </div>
  );
}

type SectionProps = { seller: Seller; subscriptions: MySubscription[] };

function SellerSection({ seller, subscriptions }: SectionProps) {
  const { website, mode, balance } = seller;
  const catalog = useCatalog(seller);
  const heading = `seller-${website}-${mode}`;
  const known = balance?.website?.name ?? subscriptions[0]?.website_name;
  const name =
    website === null ? "Tollgate" : (known ?? catalog.data?.website?.name ?? t("Website"));
  return (
    <section aria-labelledby={heading} className="grid gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2
          id={heading}
          className="wrap-anywhere flex min-w-0 items-center gap-2 font-semibold text-lg"
        >
          {name}
          {mode === "test" && <Badge tone="warn">{t("Test")}</Badge>}
        </h2>
        {balance && (
          <p className="text-ink-soft text-sm">
            {t("{credits} credits available", {
              credits: formatAmount(balance.available, { scale: balance.scale }),
            })}
          </p>
        )}
      </header>
      <SellerOffers
        seller={seller}
        catalog={catalog}
        subscriptions={subscriptions}
        here={paths.buying()}
      />
      <TopUpSection
        seller={seller}
        name={name}
        packs={catalog.data?.packs ?? []}
        scale={catalog.data?.scale ?? balance?.scale ?? 0}
      />
    </section>
  );
}
