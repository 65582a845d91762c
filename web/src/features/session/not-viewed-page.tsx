/** Replaces pages about the account itself during a view. */
import { EyeOff } from "lucide-react";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { PageHeader } from "@/ui/page-header";

export function NotViewedPage() {
  return (
    <>
      <PageHeader title={t("Not shown")} />
      <Card>
        <EmptyState
          icon={EyeOff}
          title={t("Only the user sees this")}
          action={<ButtonLink to={paths.home()}>{t("Go to their credits")}</ButtonLink>}
        >
          {t("Profile, ways to sign in, sessions, apps and data are about the account itself.")}
        </EmptyState>
      </Card>
    </>
  );
}
