/** The page for an unknown address. */
import { Signpost } from "lucide-react";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { ButtonAnchor, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { CenteredPage } from "@/ui/centered-page";
import { EmptyState } from "@/ui/empty-state";
import { PageHeader } from "@/ui/page-header";

/** This page for signed-out visitors, without the app's frame. */
export function SignedOutNotFoundPage() {
  return (
    <CenteredPage title={t("Page not found")}>
      <p className="text-pretty text-ink-soft">{t("The link may be old or incomplete.")}</p>
      <ButtonAnchor variant="primary" className="mt-6 w-full" href={paths.home()}>
        {t("Home page")}
      </ButtonAnchor>
    </CenteredPage>
  );
}

export function NotFoundPage() {
  return (
    <>
      <PageHeader title={t("Page not found")} />
      <Card>
        <EmptyState
          icon={Signpost}
          title={t("Nothing at this address")}
          action={
            <ButtonLink variant="primary" to={paths.home()}>
              {t("See the overview")}
            </ButtonLink>
          }
        >
          {t("The link may be old or incomplete.")}
        </EmptyState>
      </Card>
    </>
  );
}
