/** Where somebody ends who had their account deleted: until when it can come back. */
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
      {/* Loaded anew, so that nothing of the person is left in this tab. */}
      <ButtonAnchor variant="primary" className="mt-6 w-full" href={paths.home()}>
        {t("Leave")}
      </ButtonAnchor>
    </CenteredPage>
  );
}
