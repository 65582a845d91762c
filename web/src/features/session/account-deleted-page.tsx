/** Shown after the account's deletion was requested: how long the user can restore it. */
import { CalendarClock } from "lucide-react";
import { t } from "@/lib/language";
import { calendarDay } from "@/lib/time";
import { paths } from "@/paths";
import { ButtonAnchor } from "@/ui/button";
import { CenteredPage } from "@/ui/centered-page";
import { Notice } from "@/ui/notice";

export function AccountDeletedPage({ at }: { at: string }) {
  return (
    <CenteredPage title={t("Your account is being deleted")}>
      <p className="mb-5 text-pretty text-ink-soft">{t("You are signed out everywhere.")}</p>
      <Notice icon={CalendarClock} tone="warn" urgent>
        {t("It is deleted for good on {at}. Sign in before that day to keep it.", {
          at: calendarDay(at),
        })}
      </Notice>
      {/* A full page load removes all of the user's data from the tab. */}
      <ButtonAnchor variant="primary" className="mt-6 w-full" href={paths.home()}>
        {t("Leave")}
      </ButtonAnchor>
    </CenteredPage>
  );
}
