/** Replaces pages that the API refuses for a suspended website with a message and a link to resume it. */
import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { CirclePause } from "lucide-react";
import { useApi } from "@/api/client";
import type { ListedWebsite } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { websitesQuery } from "@/api/websites";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { PageHeader } from "@/ui/page-header";

export function RunningOnly() {
  const { id } = useWebsiteScope();
  // The website switcher requests the same list. The page is shown before the response.
  const websites = useQuery(websitesQuery(useApi()));
  const website = websites.data?.find((one) => one.id === id);
  return website?.status === "suspended" ? <Suspended website={website} /> : <Outlet />;
}

function Suspended({ website: { id, name, suspended_by } }: { website: ListedWebsite }) {
  return (
    <>
      <PageHeader title={name} />
      <Card>
        <EmptyState
          icon={CirclePause}
          title={t("The website is suspended")}
          action={
            <ButtonLink to={paths.websiteSettings()} params={{ site: id }}>
              {t("Go to its settings")}
            </ButtonLink>
          }
        >
          {suspended_by === "operator"
            ? t(
                "The operator of this installation suspended this website. Only the operator can resume it.",
              )
            : t("Its data is kept. Resume the website in its settings to see it again.")}{" "}
          {t("Subscriptions still renew until you cancel them.")}
        </EmptyState>
      </Card>
    </>
  );
}
