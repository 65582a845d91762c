/** Shows what the user can buy at each website that granted or sold credits, and what the user has paid. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { CreditCard, Receipt, Store } from "lucide-react";
import { fetchMyDocument, myCatalogQuery, myPaymentsQuery, startCheckout } from "@/api/buying";
import { useApi } from "@/api/client";
import { balancesQuery } from "@/api/credits";
import type { Balance, CatalogPack, MyPayment } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { language, t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Loadable } from "@/ui/loadable";
import { PackCard } from "@/ui/pack-card";
import { PageHeader } from "@/ui/page-header";
import { Pager } from "@/ui/pager";
import { PaymentState } from "@/ui/payment-state";
import { Refusal } from "@/ui/refusal";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";

type Seller = { id: string; mode: Balance["mode"]; balance: Balance | null };

/** Returns the websites of the user's balances, and first the one that the address names. */
function sellersOf(balances: Balance[], website: string | undefined, isTest: boolean): Seller[] {
  const known = balances.flatMap((balance) =>
    balance.website ? [{ id: balance.website.id, mode: balance.mode, balance }] : [],
  );
  if (website === undefined) return known;
  const named: Seller = { id: website, mode: isTest ? "test" : "live", balance: null };
  const isNamed = ({ id, mode }: Seller) => id === named.id && mode === named.mode;
  return [known.find(isNamed) ?? named, ...known.filter((seller) => !isNamed(seller))];
}

export function BuyingPage() {
  const balances = useQuery(balancesQuery(useApi()));
  const { website, test } = useSearch({ strict: false });
  return (
    <>
      <PageHeader
        title={t("Buy credits")}
        note={t("Payments go to the website, through Stripe. Your card is never stored here.")}
      />
      <Loadable
        framed
        query={balances}
        skeleton={<SkeletonRows label={t("Loading your balances")} />}
      >
        {(data) => {
          const sellers = sellersOf(data, website, test === "1");
          return sellers.length === 0 ? (
            <Card>
              <EmptyState icon={Store} title={t("Nothing to buy yet")}>
                {t("A website that sells credits appears here after you signed in to it.")}
              </EmptyState>
            </Card>
          ) : (
            <div className="grid gap-8">
              {sellers.map((seller) => (
                <SellerSection key={`${seller.id} ${seller.mode}`} seller={seller} />
              ))}
            </div>
          );
        }}
      </Loadable>
      <Payments />
    </>
  );
}

function SellerSection({ seller: { id, mode, balance } }: { seller: Seller }) {
  const catalog = useQuery(myCatalogQuery(useApi(), { website: id, mode }));
  const heading = `seller-${id}-${mode}`;
  return (
    <section aria-labelledby={heading} className="grid gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="flex items-center gap-2 font-semibold text-lg">
          {balance?.website?.name ?? catalog.data?.website?.name ?? t("Website")}
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
      <Loadable framed query={catalog} skeleton={<SkeletonRows label={t("Loading the packs")} />}>
        {({ packs, scale }) =>
          packs.length === 0 ? (
            <p className="text-ink-faint text-sm">{t("This website sells no credits now.")}</p>
          ) : (
            <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
              {packs.map((pack) => (
                <li key={pack.code} className="min-w-0">
                  <Offer pack={pack} website={id} mode={mode} scale={scale} />
                </li>
              ))}
            </ul>
          )
        }
      </Loadable>
    </section>
  );
}

type OfferProps = { pack: CatalogPack; website: string; mode: Balance["mode"]; scale: number };

function Offer({ pack, website, mode, scale }: OfferProps) {
  const start = useMutation(startCheckout(useApi()));
  const price = pack.prices[0];
  if (!price) return null;
  // A buyer who comes back sees this website, even without a balance there.
  const seller = new URLSearchParams({ website, ...(mode === "test" && { test: "1" }) });
  const buy = () =>
    start.mutate(
      {
        website,
        mode,
        pack: pack.code,
        currency: price.currency,
        success_url: `${location.origin}${paths.bought()}?${seller}`,
        cancel_url: `${location.origin}${paths.buying()}?${seller}`,
        locale: language,
      },
      {
        onSuccess: ({ id, url }) =>
          location.assign(url ?? `${paths.bought()}?${seller}&checkout=${id}`),
      },
    );
  return (
    <div className="grid h-full gap-2">
      <PackCard
        scale={scale}
        pack={{
          name: pack.name,
          description: pack.description ?? null,
          credits: pack.credits,
          bonus: pack.bonus,
          expires_days: pack.expires_days ?? null,
          price,
        }}
        action={
          <Button
            variant="primary"
            busy={start.isPending}
            onClick={buy}
            aria-label={t("Buy {name}", { name: pack.name })}
          >
            <CreditCard aria-hidden className="size-4" />
            {start.isPending ? t("Opening Stripe…") : t("Buy")}
          </Button>
        }
      />
      {start.error && <Refusal error={start.error} repeatable />}
    </div>
  );
}

function Payments() {
  const { cursor } = useSearch({ strict: false });
  const payments = useQuery(myPaymentsQuery(useApi(), cursor ? { cursor } : {}));
  return (
    <Card aria-labelledby="my-payments" className="mt-8 overflow-clip">
      <CardHeader id="my-payments" title={t("Your payments")} />
      <Loadable query={payments} skeleton={<SkeletonRows label={t("Loading your payments")} />}>
        {({ items, next_cursor }) => (
          <>
            {items.length === 0 ? (
              <EmptyState icon={Receipt} title={t("No payments yet")}>
                {t("Each payment appears here, with its receipt or invoice.")}
              </EmptyState>
            ) : (
              <ul className="divide-y divide-hairline">
                {items.map((payment) => (
                  <li key={payment.id}>
                    <PaymentRow payment={payment} />
                  </li>
                ))}
              </ul>
            )}
            <Pager
              link={{ to: paths.buying() }}
              parameters={{}}
              cursor={cursor}
              next={next_cursor}
              status={t("{count} on this page.", { count: items.length })}
            />
          </>
        )}
      </Loadable>
    </Card>
  );
}

function PaymentRow({ payment }: { payment: MyPayment }) {
  const fetched = useMutation(fetchMyDocument(useApi()));
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium tabular-nums">
            {formatMoney(payment.amount_minor, payment.currency)}
          </span>
          <PaymentState payment={payment} />
          {payment.mode === "test" && <Badge tone="warn">{t("Test")}</Badge>}
        </p>
        <p className="text-ink-faint text-sm">
          {payment.website_name} · <Time value={payment.created_at} />
        </p>
      </div>
      {payment.state === "paid" && (
        <Button
          size="small"
          busy={fetched.isPending}
          onClick={() =>
            fetched.mutate(payment.id, { onSuccess: ({ url }) => location.assign(url) })
          }
        >
          {t("Receipt or invoice")}
        </Button>
      )}
      {fetched.error && <Refusal error={fetched.error} />}
    </div>
  );
}
