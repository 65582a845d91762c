/** Replaces pages that the API refuses for a suspended website with a message and a link to resume it. */
import { Outlet } from "@tanstack/react-router";
import { CirclePause } from "lucide-react";
import { useSuspendedWebsite } from "@/api/suspended-website";
import type { ListedWebsite } from "@/api/types";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { PageHeader } from "@/ui/page-header";

export function RunningOnly() {
  const website = useSuspendedWebsite();
  return website ? <Suspended website={website} /> : <Outlet />;
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
            <span className="flex flex-wrap justify-center gap-2">
              <ButtonLink to={paths.websiteSettings()} params={{ site: id }}>
                {t("Go to its settings")}
              </ButtonLink>
              <ButtonLink to={paths.subscriptions()} params={{ site: id }}>
                {t("Subscriptions")}
              </ButtonLink>
            </span>
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
