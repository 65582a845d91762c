/** The columns of the list of customers. */
import type { Customer, CustomerSort } from "@/api/types";
import { t } from "@/lib/language";
import { Amount } from "@/ui/amount";
import type { Column, Sorting } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { UserCell } from "@/ui/user-cell";

export const customerColumns: Column<Customer>[] = [
  {
    id: "customer",
    header: t("Customer"),
    value: (customer) => customer.email ?? customer.external_id ?? customer.id,
    cell: (customer) => <UserCell user={customer} />,
  },
  {
    id: "available",
    header: t("Credits"),
    numeric: true,
    value: ({ available }) => available,
    cell: ({ available, scale }) => (
      <>
        <Amount value={available} scale={scale} />
        {available <= 0 && (
          <span className="block whitespace-nowrap text-ink-faint text-xs">
            {available < 0 ? t("In debt") : t("Nothing left")}
          </span>
        )}
      </>
    ),
  },
  {
    id: "last_seen_at",
    header: t("Last seen"),
    value: ({ last_seen_at }) => last_seen_at ?? "",
    cell: ({ last_seen_at }) => (
      <span className="text-ink-soft">
        {last_seen_at ? <Time value={last_seen_at} /> : t("Not yet")}
      </span>
    ),
    from: "lg",
  },
  {
    id: "created_at",
    header: t("Customer since"),
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => (
      <span className="text-ink-soft">
        <Time value={created_at} />
      </span>
    ),
    from: "sm",
  },
];

const sorts: { sort: CustomerSort; sorting: Sorting }[] = [
  { sort: "-created_at", sorting: { column: "created_at", descending: true } },
  { sort: "created_at", sorting: { column: "created_at", descending: false } },
  { sort: "name", sorting: { column: "customer", descending: false } },
  { sort: "-available", sorting: { column: "available", descending: true } },
];

export const sortedColumns = ["customer", "available", "created_at"] as const;

/** Returns the order from the address; newest first by default. */
export function customerSortOf(text: string | undefined): CustomerSort {
  return sorts.find(({ sort }) => sort === text)?.sort ?? "-created_at";
}

export function sortingOfCustomers(sort: CustomerSort): Sorting | null {
  return sorts.find((known) => known.sort === sort)?.sorting ?? null;
}

/** Returns the next order after a press on a heading; reverses the direction if the server supports both. */
export function nextSort(column: string, now: CustomerSort): CustomerSort {
  const candidates = sorts.filter(({ sorting }) => sorting.column === column);
  return (candidates.find(({ sort }) => sort !== now) ?? candidates[0])?.sort ?? now;
}
