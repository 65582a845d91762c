/** An address that leads nowhere. */
import { Signpost } from "lucide-react";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { PageHeader } from "@/ui/page-header";

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
