/** Lists the user's own websites. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Globe, Plus } from "lucide-react";
import { useApi } from "@/api/client";
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
import { PageHeader } from "@/ui/page-header";
import { SiteMark } from "@/ui/site-mark";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";

export function SitesPage() {
  const sites = useQuery(websitesQuery(useApi()));
  return (
    <>
      <PageHeader
        title={t("Websites")}
        note={t("Each one has its own sign-in, customers and balances.")}
        action={
          <ButtonLink variant="primary" to={paths.newSite()}>
            <Plus aria-hidden className="size-4" />
            {t("Register a website")}
          </ButtonLink>
        }
      />
      <Card aria-label={t("Your websites")}>
        <Loadable question={sites} skeleton={<SkeletonRows label={t("Loading your websites")} />}>
          {(items) => (items.length === 0 ? <NoSites /> : <SiteList sites={items} />)}
        </Loadable>
      </Card>
    </>
  );
}

function SiteList({ sites }: { sites: ListedWebsite[] }) {
  return (
    <ul className="divide-y divide-hairline">
      {sites.map((site) => (
        <li key={site.id} className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4">
          <SiteMark name={site.name} />
          <div className="min-w-0 flex-1 basis-40">
            <h2 className="truncate font-semibold">
              <Link
                to={paths.site()}
                params={{ site: site.id }}
                className="flex min-h-7 items-center underline-offset-4 hover:underline"
              >
                <span className="truncate">{site.name}</span>
              </Link>
            </h2>
            <a
              href={site.url}
              rel="noreferrer"
              className="flex min-h-7 items-center text-ink-soft text-sm underline-offset-4 hover:text-ink hover:underline"
            >
              <span className="truncate">{hostOf(site.url)}</span>
            </a>
          </div>
          <div className="flex min-w-0 items-center gap-1 text-sm">
            <span className="text-ink-faint">{t("Client")}</span>
            <code className="truncate font-mono text-[0.8125rem]">{site.client_id}</code>
            <CopyButton
              value={site.client_id}
              what={t("client id of {name}", { name: site.name })}
            />
          </div>
          <span className="text-ink-faint text-sm">
            {rich("Registered {time}", { time: <Time value={site.created_at} /> })}
          </span>
          <Badge tone={site.status === "active" ? "good" : "warn"}>
            {site.status === "active" ? t("Active") : t("Suspended")}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function NoSites() {
  return (
    <EmptyState icon={Globe} title={t("No websites yet")}>
      {t("Registering a website gives it sign-in, an API key for credits, and code to paste.")}
    </EmptyState>
  );
}
