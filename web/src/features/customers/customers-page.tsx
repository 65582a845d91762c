/** The website's customers: found by e-mail address, a page at a time. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { SearchX, Users } from "lucide-react";
import { useApi } from "@/api/client";
import { customersQuery } from "@/api/customers";
import { useSite } from "@/api/site";
import type { Customer } from "@/api/types";
import { displayName, initials } from "@/lib/person";
import { paths } from "@/paths";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { Button, ButtonLink } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { OnlyLive } from "@/ui/only-live";
import { PageHeader } from "@/ui/page-header";
import { Pager } from "@/ui/pager";
import { SearchForm } from "@/ui/search-form";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";

const columns: Column<Customer>[] = [
  {
    id: "customer",
    header: "Customer",
    value: (customer) => customer.email ?? customer.external_id ?? customer.id,
    cell: (customer) => <Person customer={customer} />,
  },
  {
    id: "subscribed",
    header: "Subscription",
    value: ({ subscribed }) => (subscribed ? "yes" : "no"),
    cell: ({ subscribed }) =>
      subscribed ? <Badge tone="good">Subscribed</Badge> : <Badge>Not subscribed</Badge>,
    from: "md",
  },
  {
    id: "external_id",
    header: "Your id",
    value: ({ external_id }) => external_id ?? "",
    cell: ({ external_id }) => (
      <span className="font-mono text-[0.8125rem] text-ink-soft">{external_id ?? "–"}</span>
    ),
    from: "lg",
  },
  {
    id: "created_at",
    header: "Customer since",
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => (
      <span className="text-ink-soft">
        <Time value={created_at} />
      </span>
    ),
    from: "sm",
  },
];

export function CustomersPage() {
  const { mode } = useSite();
  return mode === "test" ? <OnlyLive title="Customers" what="customers" /> : <LiveCustomers />;
}

function LiveCustomers() {
  const site = useSite();
  const { cursor, email } = useSearch({ strict: false });
  const navigate = useNavigate();
  const page = useQuery(
    customersQuery(useApi(), site, { ...(cursor && { cursor }), ...(email && { email }) }),
  );

  function search(wanted: string) {
    void navigate({
      to: paths.customers(),
      params: { site: site.id },
      search: wanted === "" ? {} : { email: wanted },
    });
  }

  return (
    <>
      <PageHeader title="Customers" note="Whoever has credits at this website." />
      <ListCard
        label="Customers"
        columns={columns}
        question={page}
        rowId={({ id }) => id}
        file="customers"
        tools={
          <SearchForm
            label="Find a customer by e-mail address"
            placeholder="Whole e-mail address"
            type="email"
            value={email ?? ""}
            onSearch={search}
          />
        }
        link={({ id }, content, className) => (
          <Link
            to={paths.customer()}
            params={{ site: site.id, customer: id }}
            className={className}
          >
            {content}
          </Link>
        )}
        empty={email ? <NobodyFound email={email} onAll={() => search("")} /> : <NoCustomers />}
        pager={
          <Ways
            count={page.data?.items.length ?? 0}
            next={page.data?.next_cursor ?? null}
            isFirst={cursor === undefined}
            found={email ? { email } : {}}
          />
        }
      />
    </>
  );
}

function Person({ customer }: { customer: Customer }) {
  const name = customer.name ?? customer.email ?? customer.external_id ?? "No name yet";
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar quiet letters={initials(customer)} />
      <span className="min-w-0">
        <span className="block break-all font-medium">{name}</span>
        {customer.name && customer.email && (
          <span className="block break-all text-ink-faint text-xs">
            {displayName({ email: customer.email })}
          </span>
        )}
      </span>
    </span>
  );
}

type WaysProps = {
  count: number;
  next: string | null;
  isFirst: boolean;
  found: { email?: string };
};

function Ways({ count, next, isFirst, found }: WaysProps) {
  const site = useSite();
  if (count === 0 || (isFirst && next === null)) return null;
  const place = { to: paths.customers(), params: { site: site.id } } as const;
  return (
    <Pager status={`${count} on this page, newest first.`}>
      {!isFirst && (
        <ButtonLink size="small" {...place} search={found}>
          First page
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink size="small" {...place} search={{ ...found, cursor: next }}>
          Next page
        </ButtonLink>
      )}
    </Pager>
  );
}

function NoCustomers() {
  return (
    <EmptyState icon={Users} title="No customers yet">
      A customer appears with the first grant, or when somebody signs in to your website.
    </EmptyState>
  );
}

function NobodyFound({ email, onAll }: { email: string; onAll: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={`Nobody with the address ${email}`}
      action={<Button onClick={onAll}>Show all customers</Button>}
    >
      The address has to be whole, as it is known here.
    </EmptyState>
  );
}
