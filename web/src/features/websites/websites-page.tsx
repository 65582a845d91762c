/** Lists the user's own websites. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Globe, Plus } from "lucide-react";
import { useApi } from "@/api/client";
import { noticesQuery } from "@/api/notices";
import type { ListedWebsite } from "@/api/types";
import { websitesQuery } from "@/api/websites";
import { hostOf } from "@/lib/address";
import { rich, t } from "@/lib/language";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { CopyButton } from "@/ui/copy-button";
import { EmptyState } from "@/ui/empty-state";
import { Loadable } from "@/ui/loadable";
import { NoticeList } from "@/ui/notice-list";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";
import { WebsiteMark } from "@/ui/website-mark";

export function WebsitesPage() {
  const websites = useQuery(websitesQuery(useApi()));
  return (
    <>
      <PageHeader
        title={t("Websites")}
        note={t("Each one has its own sign-in, customers and balances.")}
        action={
          <ButtonLink variant="primary" to={paths.newWebsite()}>
            <Plus aria-hidden className="size-4" />
            {t("Register a website")}
          </ButtonLink>
        }
      />
      <Notices />
      <Card aria-label={t("Your websites")}>
        <Loadable query={websites} skeleton={<SkeletonRows label={t("Loading your websites")} />}>
          {(items) => (items.length === 0 ? <NoWebsites /> : <WebsiteList websites={items} />)}
        </Loadable>
      </Card>
    </>
  );
}

/** What the owner has to solve on any website; nothing while there is nothing. */
function Notices() {
  const { data } = useQuery(noticesQuery(useApi()));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section aria-label={t("To be solved")} className="mb-6 grid gap-3">
      <NoticeList notices={data.items} isNamed />
    </section>
  );
}

function WebsiteList({ websites }: { websites: ListedWebsite[] }) {
  return (
    <ul className="divide-y divide-hairline">
      {websites.map((website) => (
        <li key={website.id} className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4">
          <WebsiteMark name={website.name} />
          <div className="min-w-0 flex-1 basis-40">
            <h2 className="truncate font-semibold">
              <Link
                to={paths.website()}
                params={{ site: website.id }}
                className="flex min-h-7 items-center underline-offset-4 hover:underline"
              >
                <span className="truncate">{website.name}</span>
              </Link>
            </h2>
            <a
              href={website.url}
              rel="noreferrer"
              className="flex min-h-7 items-center text-ink-soft text-sm underline-offset-4 hover:text-ink hover:underline"
            >
              <span className="truncate">{hostOf(website.url)}</span>
            </a>
          </div>
          <div className="flex min-w-0 items-center gap-1 text-sm">
            <span className="text-ink-faint">{t("Client")}</span>
            <code className="truncate font-mono text-[0.8125rem]">{website.client_id}</code>
            <CopyButton
              value={website.client_id}
              what={t("client id of {name}", { name: website.name })}
            />
          </div>
          <span className="text-ink-faint text-sm">
            {rich("Registered {time}", { time: <Time value={website.created_at} /> })}
          </span>
          <Badge tone={website.status === "active" ? "good" : "warn"}>
            {website.status === "active" ? t("Active") : t("Suspended")}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function NoWebsites() {
  return (
    <EmptyState icon={Globe} title={t("No websites yet")}>
      {t("Registering a website gives it sign-in, an API key for credits, and code to paste.")}
    </EmptyState>
  );
}
