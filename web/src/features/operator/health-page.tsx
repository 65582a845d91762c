/** Shows the health of the installation: checks, ledger, queues and versions. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BookCheck, CircleCheck, CircleQuestionMark, CircleX, Mail, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { useApi } from "@/api/client";
import { healthQuery } from "@/api/operator";
import type { OperatorHealth } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { rich, t } from "@/lib/language";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { Card, CardHeader } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { Loadable } from "@/ui/loadable";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";
import { checkWords } from "./check-words";
import { StaleNotice } from "./stale-notice";

export function HealthPage() {
  const health = useQuery(healthQuery(useApi()));
  return (
    <>
      <PageHeader title={t("Health")} note={t("Updates every 30 seconds")} />
      <Loadable
        framed
        query={health}
        skeleton={
          <Card>
            <SkeletonRows label={t("Loading the health of this installation")} />
          </Card>
        }
      >
        {(data) => (
          <div className="grid grid-cols-1 gap-6">
            <StaleNotice query={health} />
            <Verdict health={data} isStale={health.error !== null} />
            <Figures health={data} />
            <Checks checks={data.checks} />
            <Versions versions={data.versions} />
          </div>
        )}
      </Loadable>
    </>
  );
}

type VerdictProps = { health: OperatorHealth; isStale: boolean };

/** Says that all systems work only if the current state is known. */
function Verdict({ health, isStale }: VerdictProps) {
  const wrong = whatIsWrong(health);
  const unknown = [...whatIsUnknown(health), ...notes(health)];
  if (wrong.length > 0) {
    return (
      <Notice icon={CircleX} tone="warn">
        <p className="font-semibold">{t("Needs attention")}</p>
        <Sentences texts={[...wrong, ...unknown]} />
      </Notice>
    );
  }
  if (isStale) return null;
  return (
    <Notice icon={unknown.length > 0 ? CircleQuestionMark : CircleCheck}>
      <p className="font-semibold">
        {unknown.length > 0 ? t("No known problems") : t("All systems work.")}
      </p>
      <Sentences texts={unknown} />
    </Notice>
  );
}

function Sentences({ texts }: { texts: string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>);
}

function whatIsWrong({ checks, ledger, webhooks, mail }: OperatorHealth): string[] {
  const failing = checks.filter(({ state }) => state !== "ok").map(({ name }) => checkWords(name));
  const emails = mail.failing ?? 0;
  return [
    failing.length > 0 && t("Failing: {checks}.", { checks: failing.join(", ") }),
    ledger.findings > 0 &&
      t("Ledger findings: {findings}.", { findings: formatAmount(ledger.findings) }),
    ledger.frozen > 0 && t("Frozen accounts: {frozen}.", { frozen: formatAmount(ledger.frozen) }),
    webhooks.failing_endpoints > 0 &&
      t("Failing webhook endpoints: {count}.", { count: formatAmount(webhooks.failing_endpoints) }),
    emails > 0 &&
      t("Emails refused by the mail server: {emails}.", { emails: formatAmount(emails) }),
  ].filter((text) => text !== false);
}

/** Notes about states that are no errors. */
function notes({ checks }: OperatorHealth): string[] {
  return checks.flatMap(({ state, detail }) => (state === "ok" && detail ? [detail] : []));
}

function whatIsUnknown({ ledger, mail }: OperatorHealth): string[] {
  return [
    ledger.last_verified_at === null && t("The ledger is not verified yet."),
    mail.failing === null && t("The identity provider does not report whether mail is stuck."),
  ].filter((text) => text !== false);
}

function Figures({ health }: { health: OperatorHealth }) {
  const { ledger, webhooks, mail } = health;
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <Figure
        icon={BookCheck}
        title={t("Ledger")}
        value={ledger.last_verified_at ? ledger.findings : null}
        what={ledger.findings === 1 ? t("finding") : t("findings")}
        isBad={ledger.findings > 0 || ledger.frozen > 0}
        unknown={!ledger.last_verified_at && t("Not verified yet")}
        note={
          <>
            {ledger.frozen > 0 &&
              `${t("{frozen} frozen.", { frozen: formatAmount(ledger.frozen) })} `}
            {ledger.last_verified_at &&
              rich("Verified {time}.", { time: <Time value={ledger.last_verified_at} /> })}
          </>
        }
      />
      <Figure
        icon={Webhook}
        title={t("Webhooks")}
        value={webhooks.due}
        what={t("due")}
        isBad={webhooks.failing_endpoints > 0}
        note={
          <Link to={paths.operatorWebhooks()} className="underline underline-offset-4">
            {endpointWords(webhooks.failing_endpoints)}
          </Link>
        }
      />
      <Figure
        icon={Mail}
        title={t("Mail")}
        value={mail.due}
        what={t("due")}
        isBad={(mail.failing ?? 0) > 0}
        unknown={mail.failing === null && t("Unknown")}
        note={
          <Link to={paths.operatorMail()} className="underline underline-offset-4">
            {mail.failing === null
              ? t("Not reported")
              : t("{failing} failing", { failing: formatAmount(mail.failing) })}
          </Link>
        }
      />
    </div>
  );
}

function endpointWords(failing: number): string {
  return failing === 1
    ? t("1 failing endpoint")
    : t("{count} failing endpoints", { count: formatAmount(failing) });
}

type FigureProps = {
  icon: typeof Mail;
  title: string;
  /** Null if no source reports the value. */
  value: number | null;
  what: string;
  isBad: boolean;
  /** A label for a state that is unknown. */
  unknown?: string | false;
  note: ReactNode;
};

function Figure({ icon: Icon, title, value, what, isBad, unknown = false, note }: FigureProps) {
  return (
    <Card aria-label={title} className="p-5">
      <p className="flex items-center justify-between gap-2 text-ink-soft text-sm">
        <span className="flex items-center gap-2">
          <Icon aria-hidden className="size-4" />
          {title}
        </span>
        {isBad ? (
          <Badge tone="warn">{t("Problem")}</Badge>
        ) : unknown ? (
          <Badge>{unknown}</Badge>
        ) : (
          <Badge tone="good">{t("Fine")}</Badge>
        )}
      </p>
      <p className="mt-2 font-semibold text-3xl tabular-nums tracking-tight">
        {value === null ? "–" : formatAmount(value, {})}{" "}
        <span className="font-normal text-base text-ink-faint">{what}</span>
      </p>
      <p className="mt-1 text-ink-faint text-sm">{note}</p>
    </Card>
  );
}

function Checks({ checks }: Pick<OperatorHealth, "checks">) {
  return (
    <Card aria-labelledby="checks">
      <CardHeader id="checks" title={t("Checks")} />
      <ul className="divide-y divide-hairline">
        {checks.map(({ name, state, detail }) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3 text-sm"
          >
            <span className="font-medium">{checkWords(name)}</span>
            {state !== "ok" ? (
              <Badge tone="warn">{t("Failing")}</Badge>
            ) : detail ? (
              <Badge>{t("Note")}</Badge>
            ) : (
              <Badge tone="good">{t("Fine")}</Badge>
            )}
            {detail && <p className="w-full break-words text-ink-soft">{detail}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Versions({ versions }: Pick<OperatorHealth, "versions">) {
  return (
    <Card className="p-5">
      <Facts
        facts={[
          ["Tollgate", versions.tollgate, "code"],
          [t("Database"), versions.database, "code"],
        ]}
      />
    </Card>
  );
}
