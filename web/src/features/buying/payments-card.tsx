/** What the user has paid at all sellers, with receipts and invoices. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Receipt } from "lucide-react";
import { fetchMyDocument, myPaymentsQuery } from "@/api/buying";
import { useApi } from "@/api/client";
import type { MyPayment } from "@/api/types";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Loadable } from "@/ui/loadable";
import { Pager } from "@/ui/pager";
import { PaymentState } from "@/ui/payment-state";
import { Refusal } from "@/ui/refusal";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";

export function PaymentsCard() {
  const { cursor } = useSearch({ strict: false });
  const payments = useQuery(myPaymentsQuery(useApi(), cursor ? { cursor } : {}));
  return (
    <Card aria-labelledby="my-payments" className="mt-6 overflow-clip">
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
          {payment.website_name}
          {payment.subscription_id && ` · ${t("Subscription")}`} ·{" "}
          <Time value={payment.created_at} />
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
