/** Shows a customer: balance, expiry, transactions, and the owner's actions. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { customerBalanceQuery, customerQuery } from "@/api/customers";
import { useOpened } from "@/api/opened";
import type { Customer, CustomerBalance } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { customerName } from "@/lib/person";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { LinkTabs } from "@/ui/link-tabs";
import { Loadable } from "@/ui/loadable";
import { Missing } from "@/ui/missing";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";
import { BalancePanel, LotsPanel } from "./balance-panel";
import { HoldList } from "./hold-list";
import { LedgerList } from "./ledger-list";

// Dialogs load on first use.
const GrantDialog = lazy(async () => ({ default: (await import("./grant-dialog")).GrantDialog }));
const LimitDialog = lazy(async () => ({ default: (await import("./limit-dialog")).LimitDialog }));
const SpendLimitDialog = lazy(async () => ({
  default: (await import("./spend-limit-dialog")).SpendLimitDialog,
}));
const BillingCard = lazy(async () => ({ default: (await import("./billing-card")).BillingCard }));
const ExplainDialog = lazy(async () => ({
  default: (await import("./explain-dialog")).ExplainDialog,
}));

export function CustomerPage() {
  const api = useApi();
  const scope = useWebsiteScope();
  const { customer: id = "" } = useParams({ strict: false });
  const customer = useQuery(customerQuery(api, scope, id));
  const balance = useQuery(customerBalanceQuery(api, scope, id));
  return (
    <Loadable
      framed
      page={t("Customer")}
      missing={<NoCustomer />}
      query={customer}
      skeleton={<SkeletonRows label={t("Loading the customer")} />}
    >
      {(person) => (
        <Loadable
          framed
          page={t("Customer")}
          query={balance}
          skeleton={<SkeletonRows label={t("Loading the balance")} />}
        >
          {(credits) => <Sheet customer={person} balance={credits} />}
        </Loadable>
      )}
    </Loadable>
  );
}

function NoCustomer() {
  const { id } = useWebsiteScope();
  return (
    <Missing
      title={t("Customer not found")}
      action={
        <ButtonLink variant="primary" to={paths.customers()} params={{ site: id }}>
          {t("All customers")}
        </ButtonLink>
      }
    >
      {t(
        "The link may be incomplete, or the customer belongs to another website or to the other mode, live or test.",
      )}
    </Missing>
  );
}

type SheetProps = { customer: Customer; balance: CustomerBalance };

function Sheet({ customer, balance }: SheetProps) {
  const scope = useWebsiteScope();
  const { list, transaction } = useSearch({ strict: false });
  const navigate = useNavigate();
  const granting = useOpened("grant");
  const [open, setOpen] = useState<"limit" | "spend-limit" | null>(null);
  const name = customerName(customer, customer.id);
  const here = { to: paths.customer(), params: { site: scope.id, customer: customer.id } } as const;
  const dialog = { balance, customer: customer.id, name, onClose: () => setOpen(null) };
  return (
    <>
      <PageHeader
        title={name}
        note={
          <Link
            to={paths.customers()}
            params={{ site: scope.id }}
            className="inline-flex min-h-7 items-center text-sm underline-offset-4 hover:underline"
          >
            {t("← Customers")}
          </Link>
        }
        action={
          <span className="flex flex-wrap gap-2">
            <Button onClick={() => setOpen("spend-limit")}>{t("Spending limit")}</Button>
            <Button onClick={() => setOpen("limit")}>{t("Overdraft limit")}</Button>
            <Button variant="primary" onClick={granting.open}>
              <Plus aria-hidden className="size-4" />
              {t("Grant credits")}
            </Button>
          </span>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] lg:items-start">
          <div className="grid gap-6">
            <BalancePanel balance={balance} />
            <CustomerIdentity customer={customer} />
          </div>
          <div className="grid gap-6">
            <LotsPanel balance={balance} />
            <Suspense
              fallback={
                <Card>
                  <SkeletonRows label={t("Loading the payments")} />
                </Card>
              }
            >
              <BillingCard customer={customer.id} name={name} scale={balance.scale} />
            </Suspense>
          </div>
        </div>
        <div>
          <LinkTabs label={t("Lists")}>
            <Link {...here} search={{}} resetScroll={false} aria-current={isPage(list !== "holds")}>
              {t("Ledger")}
            </Link>
            <Link
              {...here}
              search={{ list: "holds" }}
              resetScroll={false}
              aria-current={isPage(list === "holds")}
            >
              {t("Holds")}
            </Link>
          </LinkTabs>
          {list === "holds" ? (
            <HoldList customer={customer.id} scale={balance.scale} />
          ) : (
            <LedgerList customer={customer.id} scale={balance.scale} />
          )}
        </div>
      </div>
      <Suspense>
        {granting.isOpen && <GrantDialog {...dialog} onClose={granting.close} />}
        {open === "limit" && <LimitDialog {...dialog} />}
        {open === "spend-limit" && <SpendLimitDialog {...dialog} />}
        {transaction !== undefined && (
          <ExplainDialog
            id={transaction}
            scale={balance.scale}
            onClose={() =>
              void navigate({
                ...here,
                search: ({ transaction: _, ...rest }) => rest,
                resetScroll: false,
              })
            }
          />
        )}
      </Suspense>
    </>
  );
}

const isPage = (is: boolean) => (is ? ("page" as const) : undefined);

function CustomerIdentity({ customer }: { customer: Customer }) {
  return (
    <Card aria-label={t("Customer details")} className="p-5">
      <Facts
        facts={[
          [t("Email"), customer.email],
          [t("External id"), customer.external_id, "code"],
          [t("Customer id"), customer.id, "code"],
          [
            t("User id"),
            customer.user_id ?? t("Has not signed in yet"),
            customer.user_id ? "code" : undefined,
          ],
          [t("Customer since"), <Time key="since" value={customer.created_at} />],
        ]}
      />
    </Card>
  );
}
