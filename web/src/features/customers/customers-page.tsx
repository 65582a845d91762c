/** The website's customers: searched as one types, narrowed, sorted, a page at a time; the address says how. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { SearchX, Users } from "lucide-react";
import { useApi } from "@/api/client";
import { type CustomerSearch, customersQuery } from "@/api/customers";
import { useSite } from "@/api/site";
import type { CustomerPage } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Filter } from "@/ui/filter";
import { ListCard } from "@/ui/list-card";
import { PageHeader } from "@/ui/page-header";
import { Pager } from "@/ui/pager";
import { SearchField } from "@/ui/search-field";
import {
  customerColumns,
  customerSortOf,
  nextSort,
  sortedColumns,
  sortingOfCustomers,
} from "./customer-columns";
import { SaveCustomers } from "./save-customers";

/** What the address says of the list, as it says it. */
type Said = { q?: string; sort?: string; state?: string; subscribed?: string };

const states = [
  { value: "", label: "Any balance" },
  { value: "low", label: "Running low" },
  { value: "depleted", label: "Nothing left" },
  { value: "owing", label: "Owing" },
] as const;

const subscriptions = [
  { value: "", label: "Subscribed or not" },
  { value: "yes", label: "Subscribed" },
  { value: "no", label: "Not subscribed" },
];

/** As the API is asked; what it does not know is left out. */
function searchOf({ q, sort, state, subscribed }: Said): CustomerSearch {
  const known = states.find(({ value }) => value === state)?.value;
  const order = customerSortOf(sort);
  return {
    ...(q && { q }),
    ...(known && { state: known }),
    ...((subscribed === "yes" || subscribed === "no") && { subscribed: subscribed === "yes" }),
    ...(order !== "-created_at" && { sort: order }),
  };
}

/** The list that the address speaks of, and how to ask for another. */
function useList() {
  const site = useSite();
  const { cursor, q, sort, state, subscribed } = useSearch({ strict: false });
  const said: Said = {
    ...(q && { q }),
    ...(sort && { sort }),
    ...(state && { state }),
    ...(subscribed && { subscribed }),
  };
  const navigate = useNavigate();
  const search = searchOf(said);
  const page = useQuery(customersQuery(useApi(), site, { ...search, ...(cursor && { cursor }) }));

  /** Each change begins at the first page. */
  function ask(changes: { [Key in keyof Said]?: string | undefined }, replace = false) {
    const wanted = Object.entries({ ...said, ...changes }).filter(([, value]) => value);
    void navigate({
      to: paths.customers(),
      params: { site: site.id },
      search: Object.fromEntries(wanted),
      replace,
      resetScroll: false,
    });
  }

  return { said, search, page, ask, isFirst: cursor === undefined };
}

type List = ReturnType<typeof useList>;

export function CustomersPage() {
  const site = useSite();
  const list = useList();
  const { said, search, page, ask, isFirst } = list;
  const order = customerSortOf(said.sort);
  const isNarrowed = Boolean(search.q || search.state || search.subscribed !== undefined);
  return (
    <>
      <PageHeader
        title="Customers"
        note={
          site.mode === "test"
            ? "Whoever has play credits at this website."
            : "Whoever has credits at this website."
        }
      />
      <ListCard
        label="Customers"
        columns={customerColumns}
        question={page}
        rowId={({ id }) => id}
        sorting={sortingOfCustomers(order)}
        serverSorts={sortedColumns}
        onSort={({ column }) => ask({ sort: nextSort(column, order) })}
        tools={<Tools list={list} />}
        link={({ id }, content, className) => (
          <Link
            to={paths.customer()}
            params={{ site: site.id, customer: id }}
            className={className}
          >
            {content}
          </Link>
        )}
        empty={
          isNarrowed ? (
            <NobodyFound
              q={said.q}
              onAll={() => ask({ q: undefined, state: undefined, subscribed: undefined })}
            />
          ) : (
            <NoCustomers />
          )
        }
        pager={<Ways page={page.data} isFirst={isFirst} said={said} />}
      />
    </>
  );
}

function Tools({ list: { said, search, page, ask } }: { list: List }) {
  return (
    <>
      <h2 className="mr-auto font-semibold">
        Customers <Count page={page.data} />
      </h2>
      <SearchField
        label="Find customers by e-mail, name or id"
        placeholder="Name, e-mail or id"
        value={said.q ?? ""}
        onSearch={(wanted) => ask({ q: wanted }, true)}
      />
      <Filter
        label="Balance"
        options={[...states]}
        value={search.state ?? ""}
        onChange={(wanted) => ask({ state: wanted })}
      />
      <Filter
        label="Subscription"
        options={subscriptions}
        value={said.subscribed ?? ""}
        onChange={(wanted) => ask({ subscribed: wanted })}
      />
      <SaveCustomers search={search} count={page.data?.items.length ?? 0} />
    </>
  );
}

function Count({ page }: { page: CustomerPage | undefined }) {
  return (
    <span role="status" className="font-normal text-ink-faint text-sm">
      {page && `${page.total.is_exact ? "" : "more than "}${formatAmount(page.total.count)}`}
    </span>
  );
}

type WaysProps = { page: CustomerPage | undefined; isFirst: boolean; said: Said };

function Ways({ page, isFirst, said }: WaysProps) {
  const site = useSite();
  if (page === undefined || (isFirst && !page.next_cursor)) return null;
  const place = { to: paths.customers(), params: { site: site.id } } as const;
  return (
    <Pager status={`${page.items.length} on this page.`}>
      {!isFirst && (
        <ButtonLink size="small" {...place} search={said}>
          First page
        </ButtonLink>
      )}
      {page.next_cursor && (
        <ButtonLink size="small" {...place} search={{ ...said, cursor: page.next_cursor }}>
          Next page
        </ButtonLink>
      )}
    </Pager>
  );
}

function NoCustomers() {
  const { id } = useSite();
  return (
    <EmptyState
      icon={Users}
      title="No customers yet"
      action={
        <ButtonLink to={paths.integration()} params={{ site: id }}>
          Connect the website
        </ButtonLink>
      }
    >
      A customer appears with the first grant, or when somebody signs in to your website.
    </EmptyState>
  );
}

function NobodyFound({ q, onAll }: { q: string | undefined; onAll: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={q ? `Nobody found for “${q}”` : "Nobody is like that"}
      action={<Button onClick={onAll}>Show all customers</Button>}
    >
      Names, e-mail addresses and your own ids are found by how they begin, and our ids as well.
    </EmptyState>
  );
}
