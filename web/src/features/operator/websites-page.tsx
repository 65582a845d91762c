/** Lists all websites of the installation with their owners. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Globe, SearchX } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { allWebsitesQuery } from "@/api/operator";
import type { OperatorWebsite } from "@/api/types";
import { hostOf } from "@/lib/address";
import { formatAmount } from "@/lib/amount";
import { rich, t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { displayName } from "@/lib/person";
import { withoutEmpty } from "@/lib/search";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { PageHeader } from "@/ui/page-header";
import { SearchField } from "@/ui/search-field";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { ListPager } from "./list-pager";

const columns: Column<OperatorWebsite>[] = [
  {
    id: "name",
    header: t("Website"),
    value: ({ name }) => name,
    cell: ({ name, url }) => (
      <span className="block min-w-0">
        <span className="block break-words font-medium">{name}</span>
        <span className="block wrap-anywhere text-ink-faint text-xs">{hostOf(url)}</span>
      </span>
    ),
  },
  {
    id: "owner",
    header: t("Owner"),
    value: ({ owner }) => owner.email ?? owner.id,
    cell: (website) => <Owner website={website} />,
  },
  {
    id: "status",
    header: t("State"),
    value: ({ status }) => status,
    cell: ({ status }) => (
      <Badge tone={status === "active" ? "good" : "warn"}>
        {status === "active" ? t("Active") : t("Suspended")}
      </Badge>
    ),
    from: "sm",
  },
  {
    id: "customers",
    header: t("Customers"),
    numeric: true,
    value: ({ customers }) => customers,
    cell: ({ customers }) => formatAmount(customers),
    from: "md",
  },
  {
    id: "created_at",
    header: t("Since"),
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
    from: "lg",
  },
];

const HandOverDialog = lazy(async () => ({
  default: (await import("./hand-over-dialog")).HandOverDialog,
}));

/** Shows the owner and a button to transfer the website, also before the owner's account is deleted. */
function Owner({ website }: { website: OperatorWebsite }) {
  const [isOpen, setOpen] = useState(false);
  const { name, owner } = website;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {owner.is_deleted ? (
        <Badge tone="warn">{t("Deleted")}</Badge>
      ) : (
        <Link
          to={paths.operatorUser()}
          params={{ user: owner.id }}
          className="wrap-anywhere underline underline-offset-4"
        >
          {displayName(owner)}
        </Link>
      )}
      <Button
        size="small"
        variant={owner.is_deleted ? "secondary" : "quiet"}
        onClick={() => setOpen(true)}
      >
        {rich("Hand over… {name}", { name: <span className="sr-only">{name}</span> })}
      </Button>
      <Suspense>
        {isOpen && <HandOverDialog website={website} onClose={() => setOpen(false)} />}
      </Suspense>
    </span>
  );
}

export function OperatorWebsitesPage() {
  const { cursor, q, size } = useSearch({ strict: false });
  const navigate = useNavigate();
  const page = useQuery(
    allWebsitesQuery(useApi(), {
      ...(cursor && { cursor }),
      ...(q && { q }),
      limit: pageSizeOf(size),
    }),
  );

  function search(text: string) {
    void navigate({
      to: paths.operatorWebsites(),
      search: withoutEmpty({ size, q: text }),
      replace: true,
    });
  }

  return (
    <>
      <PageHeader
        title={t("All websites")}
        note={t("All websites that use this installation for sign-in.")}
      />
      <ListCard
        label={t("Websites")}
        columns={columns}
        query={page}
        rowId={({ id }) => id}
        file="websites"
        tools={
          <SearchField
            label={t("Find a website")}
            placeholder={t("Name, address or id")}
            value={q ?? ""}
            onSearch={search}
          />
        }
        empty={
          q ? (
            <EmptyState
              icon={SearchX}
              title={t("No website found for {q}", { q })}
              action={<Button onClick={() => search("")}>{t("Show all")}</Button>}
            >
              {t("Search matches the beginning of names and addresses, and complete ids.")}
            </EmptyState>
          ) : (
            <EmptyState icon={Globe} title={t("No websites yet")}>
              {t("A website appears when its owner registers it.")}
            </EmptyState>
          )
        }
        pager={<ListPager page={page.data} />}
      />
    </>
  );
}
