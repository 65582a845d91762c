/** Shows the identity provider's emails and whether mail is stuck; the content of emails is never shown. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, CircleQuestionMark } from "lucide-react";
import { useApi } from "@/api/client";
import { healthQuery, mailDeliveriesQuery } from "@/api/operator";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { Card } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { Loadable } from "@/ui/loadable";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { MailList } from "./mail-list";
import { StaleNotice } from "./stale-notice";

export function MailPage() {
  const api = useApi();
  const { cursor, size, state, q } = useSearch({ strict: false });
  const health = useQuery(healthQuery(api));
  const emails = useQuery(
    mailDeliveriesQuery(api, {
      ...(cursor && { cursor }),
      ...(state && { state }),
      ...(q && { q }),
      limit: pageSizeOf(size),
    }),
  );
  return (
    <>
      <PageHeader
        title={t("Mail")}
        note={t("Emails of the identity provider. Sent means that the mail server accepted it.")}
      />
      <div className="mb-6">
        <Loadable
          framed
          query={health}
          skeleton={
            <Card>
              <SkeletonRows label={t("Loading the mail")} />
            </Card>
          }
        >
          {({ mail }) => (
            <div className="grid grid-cols-1 gap-6">
              <StaleNotice query={health.error || !emails.data ? health : emails} />
              <MailFigures {...mail} isStale={health.error !== null} />
            </div>
          )}
        </Loadable>
      </div>
      <MailList query={emails} />
    </>
  );
}

type MailFiguresProps = { due: number | null; failing: number | null; isStale: boolean };

function MailFigures({ due, failing, isStale }: MailFiguresProps) {
  const countText = (count: number | null) => (count === null ? t("Unknown") : formatAmount(count));
  return (
    <>
      <Verdict failing={failing} isStale={isStale} />
      <Card className="p-5">
        <Facts
          facts={[
            [t("Waiting to be sent"), countText(due)],
            [t("Refused so far"), countText(failing)],
          ]}
        />
      </Card>
    </>
  );
}

function Verdict({ failing, isStale }: Pick<MailFiguresProps, "failing" | "isStale">) {
  if (failing === null) {
    return (
      <Notice icon={CircleQuestionMark}>
        {t("The identity provider does not report whether mail is stuck.")}
      </Notice>
    );
  }
  if (failing === 0) {
    return isStale ? null : <Notice icon={CircleCheck}>{t("No email is delayed.")}</Notice>;
  }
  return (
    <Notice icon={CircleAlert} tone="warn">
      <p className="font-semibold">{t("The mail server refuses some emails.")}</p>
      <p>
        {t(
          "Each is retried until its link expires. The answers of the server are listed below. The setting IDP_SMTP_URL names the server.",
        )}
      </p>
    </Notice>
  );
}
