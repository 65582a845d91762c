/** Lists the subscriptions of a website's customers, newest first. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { CalendarClock } from "lucide-react";
import { useApi } from "@/api/client";
import { subscriptionsQuery } from "@/api/subscriptions";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { withoutEmpty } from "@/lib/search";
import { statusWords } from "@/lib/subscription-state";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Filter } from "@/ui/filter";
import { ListCard } from "@/ui/list-card";
import { PageHeader } from "@/ui/page-header";
import { Pager } from "@/ui/pager";
import { subscriptionColumns } from "./subscription-columns";

const states = [
  { value: "", label: t("Any state") },
  ...Object.entries(statusWords).map(([value, word]) => ({ value, label: word })),
];

export function SubscriptionsPage() {
  const scope = useWebsiteScope();
  const navigate = useNavigate();
  const { cursor, size, state: asked = "" } = useSearch({ strict: false });
  const status = asked in statusWords ? asked : undefined;
  const search = { ...(status && { status }), ...(cursor && { cursor }), limit: pageSizeOf(size) };
  const page = useQuery(subscriptionsQuery(useApi(), scope, search));
  const here = { to: paths.subscriptions(), params: { site: scope.id } } as const;
  return (
    <>
      <PageHeader
        title={t("Subscriptions")}
        note={t("Customers who pay for a plan again and again.")}
      />
      <ListCard
        label={t("Subscriptions")}
        columns={subscriptionColumns}
        query={page}
        rowId={({ id }) => id}
        file="subscriptions"
        tools={
          <Filter
            label={t("State")}
            options={states}
            value={status ?? ""}
            onChange={(next) =>
              void navigate({ ...here, search: withoutEmpty({ size, state: next }) })
            }
          />
        }
        link={({ id }, content, className) => (
          <Link
            to={paths.subscription()}
            params={{ site: scope.id, subscription: id }}
            className={className}
          >
            {content}
          </Link>
        )}
        empty={
          status ? (
            <EmptyState icon={CalendarClock} title={t("No subscriptions in this state")}>
              {t("Choose another state, or “Any state”.")}
            </EmptyState>
          ) : (
            <EmptyState
              icon={CalendarClock}
              title={t("No subscriptions yet")}
              action={
                <ButtonLink to={paths.plans()} params={{ site: scope.id }}>
                  {t("Packs and plans")}
                </ButtonLink>
              }
            >
              {t("A subscription appears here as soon as a customer subscribes to a plan.")}
            </EmptyState>
          )
        }
        pager={
          page.data && (
            <Pager
              link={here}
              parameters={withoutEmpty({ size, state: status })}
              cursor={cursor}
              next={page.data.next_cursor}
              status={t("{count} on this page, newest first.", { count: page.data.items.length })}
            />
          )
        }
      />
    </>
  );
}
