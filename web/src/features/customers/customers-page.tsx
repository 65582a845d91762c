/** Lists the website's customers: searched, filtered, sorted and paged by the address. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { SearchX, Users } from "lucide-react";
import { useApi } from "@/api/client";
import { type CustomerSearch, customersQuery } from "@/api/customers";
import type { CustomerPage } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { formatAmount } from "@/lib/amount";
import { rich, t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
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

/** The list's parameters in the address, unparsed. */
type ListParams = { q?: string; size?: string; sort?: string; state?: string };

const states = [
  { value: "", label: t("Any balance") },
  { value: "low", label: t("Running low") },
  { value: "depleted", label: t("Nothing left") },
  { value: "owing", label: t("In debt") },
] as const;

/** Converts the address to API parameters; leaves out unknown values. */
function searchOf({ q, sort, state }: ListParams): CustomerSearch {
  const known = states.find(({ value }) => value === state)?.value;
  const order = customerSortOf(sort);
  return {
    ...(q && { q }),
    ...(known && { state: known }),
    ...(order !== "-created_at" && { sort: order }),
  };
}

/** Returns the list of the address, and a function that changes its parameters. */
function useList() {
  const scope = useWebsiteScope();
  const { cursor, q, size, sort, state } = useSearch({ strict: false });
  const params: ListParams = {
    ...(q && { q }),
    ...(size && { size }),
    ...(sort && { sort }),
    ...(state && { state }),
  };
  const navigate = useNavigate();
  const search = searchOf(params);
  const page = useQuery(
    customersQuery(useApi(), scope, { ...search, ...(cursor && { cursor }) }, pageSizeOf(size)),
  );

  /** Each change begins at the first page. */
  function ask(changes: { [Key in keyof ListParams]?: string | undefined }, replace = false) {
    const next = Object.entries({ ...params, ...changes }).filter(([, value]) => value);
    void navigate({
      to: paths.customers(),
      params: { site: scope.id },
      search: Object.fromEntries(next),
      replace,
      resetScroll: false,
    });
  }

  return { said: params, search, page, ask, cursor };
}

type List = ReturnType<typeof useList>;

export function CustomersPage() {
  const scope = useWebsiteScope();
  const list = useList();
  const { said: params, search, page, ask, cursor } = list;
  const order = customerSortOf(params.sort);
  const isNarrowed = Boolean(search.q || search.state);
  return (
    <>
      <PageHeader
        title={t("Customers")}
        note={
          scope.mode === "test"
            ? t("People with play credits on this website.")
            : t("People with a balance on this website.")
        }
      />
      <ListCard
        label={t("Customers")}
        columns={customerColumns}
        query={page}
        rowId={({ id }) => id}
        sorting={sortingOfCustomers(order)}
        serverSorts={sortedColumns}
        onSort={({ column }) => ask({ sort: nextSort(column, order) })}
        tools={<Tools list={list} />}
        link={({ id }, content, className) => (
          <Link
            to={paths.customer()}
            params={{ site: scope.id, customer: id }}
            className={className}
          >
            {content}
          </Link>
        )}
        empty={
          isNarrowed ? (
            <NoMatches q={params.q} onAll={() => ask({ q: undefined, state: undefined })} />
          ) : (
            <NoCustomers />
          )
        }
        pager={
          page.data && (
            <Pager
              link={{ to: paths.customers(), params: { site: scope.id } }}
              parameters={params}
              cursor={cursor}
              next={page.data.next_cursor}
              status={t("{count} on this page.", { count: page.data.items.length })}
            />
          )
        }
      />
    </>
  );
}

function Tools({ list: { said: params, search, page, ask } }: { list: List }) {
  return (
    <>
      <h2 className="mr-auto font-semibold">
        {rich("Customers {count}", { count: <Count page={page.data} /> })}
      </h2>
      <SearchField
        label={t("Find customers by email, name or id")}
        placeholder={t("Name, email or id")}
        value={params.q ?? ""}
        onSearch={(next) => ask({ q: next }, true)}
      />
      <Filter
        label={t("Balance")}
        options={[...states]}
        value={search.state ?? ""}
        onChange={(next) => ask({ state: next })}
      />
      <SaveCustomers search={search} count={page.data?.items.length ?? 0} />
    </>
  );
}

function Count({ page }: { page: CustomerPage | undefined }) {
  return (
    <span role="status" className="font-normal text-ink-faint text-sm">
      {page && countWords(page)}
    </span>
  );
}

function countWords({ total }: CustomerPage): string {
  const count = formatAmount(total.count);
  return total.is_exact ? count : t("more than {count}", { count });
}

function NoCustomers() {
  const { id } = useWebsiteScope();
  return (
    <EmptyState
      icon={Users}
      title={t("No customers yet")}
      action={
        <ButtonLink to={paths.integration()} params={{ site: id }}>
          {t("Connect the website")}
        </ButtonLink>
      }
    >
      {t("A customer appears with the first grant, or when someone signs in to your website.")}
    </EmptyState>
  );
}

function NoMatches({ q, onAll }: { q: string | undefined; onAll: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={q ? t("No customers found for “{q}”", { q }) : t("No customers match these filters")}
      action={<Button onClick={onAll}>{t("Show all customers")}</Button>}
    >
      {t("Search matches the beginning of names, email addresses and ids.")}
    </EmptyState>
  );
}
