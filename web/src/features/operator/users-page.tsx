/** Lists all users of the installation; searched by name, address or id. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { SearchX, Users } from "lucide-react";
import { useApi } from "@/api/client";
import { usersQuery } from "@/api/operator";
import type { OperatorUser } from "@/api/types";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { initials } from "@/lib/person";
import { withoutEmpty } from "@/lib/search";
import { paths } from "@/paths";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { PageHeader } from "@/ui/page-header";
import { SearchField } from "@/ui/search-field";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { ListPager } from "./list-pager";
import { UserBadges } from "./user-badges";

const columns: Column<OperatorUser>[] = [
  {
    id: "user",
    header: t("Person"),
    value: ({ email, id }) => email ?? id,
    cell: (user) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar quiet letters={initials(user)} />
        <span className="min-w-0">
          <span className="block wrap-anywhere font-medium">
            {user.name ?? user.email ?? t("No name yet")}
          </span>
          {user.name && user.email && (
            <span className="block wrap-anywhere text-ink-faint text-xs">{user.email}</span>
          )}
        </span>
      </span>
    ),
  },
  {
    id: "state",
    header: t("State"),
    value: ({ is_active }) => (is_active ? "active" : "deactivated"),
    cell: (user) => <UserBadges user={user} />,
  },
  {
    id: "websites",
    header: t("Websites"),
    numeric: true,
    value: ({ websites }) => websites,
    from: "md",
  },
  {
    id: "last_seen_at",
    header: t("Last seen"),
    value: ({ last_seen_at }) => last_seen_at ?? "",
    cell: ({ last_seen_at }) => (last_seen_at ? <Time value={last_seen_at} /> : t("Never")),
    from: "sm",
  },
  {
    id: "created_at",
    header: t("Since"),
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
    from: "lg",
  },
];

export function UsersPage() {
  const { cursor, q, size } = useSearch({ strict: false });
  const navigate = useNavigate();
  const page = useQuery(
    usersQuery(useApi(), { ...(cursor && { cursor }), ...(q && { q }), limit: pageSizeOf(size) }),
  );

  function search(text: string) {
    void navigate({
      to: paths.operatorUsers(),
      search: withoutEmpty({ size, q: text }),
      replace: true,
    });
  }

  return (
    <>
      <PageHeader title={t("Users")} note={t("Everyone who has signed in here.")} />
      <ListCard
        label={t("Users")}
        columns={columns}
        query={page}
        rowId={({ id }) => id}
        file="users"
        tools={
          <SearchField
            label={t("Find a user")}
            placeholder={t("Name, email or id")}
            value={q ?? ""}
            onSearch={search}
          />
        }
        link={({ id }, content, className) => (
          <Link to={paths.operatorUser()} params={{ user: id }} className={className}>
            {content}
          </Link>
        )}
        empty={
          q ? (
            <EmptyState
              icon={SearchX}
              title={t("No users found for {q}", { q })}
              action={<Button onClick={() => search("")}>{t("Show all")}</Button>}
            >
              {t("Search matches the beginning of names and addresses, and complete ids.")}
            </EmptyState>
          ) : (
            <EmptyState icon={Users} title={t("No users yet")}>
              {t("A user appears with the first sign-in.")}
            </EmptyState>
          )
        }
        pager={<ListPager page={page.data} />}
      />
    </>
  );
}
