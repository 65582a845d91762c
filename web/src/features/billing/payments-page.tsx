/** Lists the payments of a website's customers, newest first. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Banknote } from "lucide-react";
import { paymentsQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import type { Payment, PaymentState as State } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { useScale } from "@/api/websites";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { pageSizeOf } from "@/lib/pages";
import { withoutEmpty } from "@/lib/search";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Filter } from "@/ui/filter";
import { ListCard } from "@/ui/list-card";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { Pager } from "@/ui/pager";
import { PaymentState } from "@/ui/payment-state";
import { SkeletonRows } from "@/ui/skeleton";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";

const states: { value: State | ""; label: string }[] = [
  { value: "", label: t("Any state") },
  { value: "paid", label: t("Paid") },
  { value: "pending", label: t("On its way") },
  { value: "review", label: t("Needs review") },
  { value: "failed", label: t("Failed") },
];

const columnsAt = (scale: number): Column<Payment>[] => [
  {
    id: "amount",
    header: t("Amount"),
    value: ({ amount_minor, currency }) => formatMoney(amount_minor, currency),
    cell: ({ amount_minor, currency }) => (
      <span className="font-medium tabular-nums">{formatMoney(amount_minor, currency)}</span>
    ),
  },
  {
    id: "state",
    header: t("State"),
    value: ({ state }) => state,
    cell: (payment) => <PaymentState payment={payment} />,
  },
  {
    id: "credits",
    header: t("Credits"),
    numeric: true,
    value: ({ credits }) => credits,
    cell: ({ credits }) => (credits > 0 ? formatAmount(credits, { scale }) : "–"),
  },
  {
    id: "customer_id",
    header: t("Customer"),
    value: ({ customer_id }) => customer_id ?? "",
    cell: ({ customer_id }) => (
      <code className="break-all font-mono text-ink-faint text-xs">{customer_id}</code>
    ),
    from: "lg",
  },
  {
    id: "created_at",
    header: t("Time"),
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
    from: "md",
  },
];

export function PaymentsPage() {
  const scope = useWebsiteScope();
  const scale = useScale();
  const navigate = useNavigate();
  const { cursor, size, state: asked = "" } = useSearch({ strict: false });
  const state = states.find(({ value }) => value === asked)?.value || undefined;
  const search = { ...(state && { state }), ...(cursor && { cursor }), limit: pageSizeOf(size) };
  const page = useQuery(paymentsQuery(useApi(), scope, search));
  const here = { to: paths.payments(), params: { site: scope.id } } as const;
  return (
    <>
      <PageHeader
        title={t("Payments")}
        note={t("What customers paid for packs and plans, and the credits that they got.")}
      />
      <Loadable framed query={scale} skeleton={<SkeletonRows label={t("Loading the payments")} />}>
        {(scale) => (
          <ListCard
            label={t("Payments")}
            columns={columnsAt(scale)}
            query={page}
            rowId={({ id }) => id}
            file="payments"
            tools={
              <Filter
                label={t("State")}
                options={states}
                value={state ?? ""}
                onChange={(next) =>
                  void navigate({ ...here, search: withoutEmpty({ size, state: next }) })
                }
              />
            }
            link={({ id }, content, className) => (
              <Link
                to={paths.payment()}
                params={{ site: scope.id, payment: id }}
                className={className}
              >
                {content}
              </Link>
            )}
            empty={
              state ? (
                <EmptyState icon={Banknote} title={t("No payments in this state")}>
                  {t("Choose another state, or “Any state”.")}
                </EmptyState>
              ) : (
                <EmptyState
                  icon={Banknote}
                  title={t("No payments yet")}
                  action={
                    <ButtonLink to={paths.plans()} params={{ site: scope.id }}>
                      {t("Packs and plans")}
                    </ButtonLink>
                  }
                >
                  {t(
                    "A payment appears here as soon as a customer buys a pack or subscribes to a plan.",
                  )}
                </EmptyState>
              )
            }
            pager={
              page.data && (
                <Pager
                  link={here}
                  parameters={withoutEmpty({ size, state })}
                  cursor={cursor}
                  next={page.data.next_cursor}
                  status={t("{count} on this page.", { count: page.data.items.length })}
                />
              )
            }
          />
        )}
      </Loadable>
    </>
  );
}
