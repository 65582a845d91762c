/** Health at a glance: every check, the books, what waits to be sent, and what runs here. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BookCheck, CircleCheck, CircleX, Mail, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { useApi } from "@/api/client";
import { healthQuery } from "@/api/operator";
import type { OperatorHealth } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { Card, CardHeader } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { Loadable } from "@/ui/loadable";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";

export function HealthPage() {
  const health = useQuery(healthQuery(useApi()));
  return (
    <>
      <PageHeader title="Health" note="Asked again every half minute." />
      <Loadable
        framed
        question={health}
        skeleton={
          <Card>
            <SkeletonRows label="Loading the health of this installation" />
          </Card>
        }
      >
        {(found) => <Found health={found} />}
      </Loadable>
    </>
  );
}

function Found({ health }: { health: OperatorHealth }) {
  const { checks, ledger, webhooks, mail, versions } = health;
  const failing = checks.filter(({ state }) => state !== "ok");
  const isWell = failing.length === 0 && ledger.findings === 0 && ledger.frozen === 0;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Notice icon={isWell ? CircleCheck : CircleX} tone={isWell ? "plain" : "warn"}>
        <p className="font-semibold">{isWell ? "All is well." : "Something needs you."}</p>
        {failing.length > 0 && <p>Failing: {failing.map(({ name }) => name).join(", ")}.</p>}
      </Notice>
      <div className="grid gap-6 lg:grid-cols-3">
        <Figure
          icon={BookCheck}
          title="The books"
          value={ledger.findings}
          what={ledger.findings === 1 ? "finding" : "findings"}
          isBad={ledger.findings > 0 || ledger.frozen > 0}
          note={
            <>
              {ledger.frozen > 0 && <>{ledger.frozen} frozen. </>}
              {ledger.last_verified_at ? (
                <>
                  Verified <Time value={ledger.last_verified_at} />.
                </>
              ) : (
                "Not verified yet."
              )}
            </>
          }
        />
        <Figure
          icon={Webhook}
          title="Webhooks"
          value={webhooks.due}
          what="due"
          isBad={webhooks.failing_endpoints > 0}
          note={
            <Link to={paths.operatorWebhooks()} className="underline underline-offset-4">
              {formatAmount(webhooks.failing_endpoints, {})} failing
              {webhooks.failing_endpoints === 1 ? " endpoint" : " endpoints"}
            </Link>
          }
        />
        <Figure
          icon={Mail}
          title="Mail"
          value={mail.due}
          what="due"
          isBad={(mail.failing ?? 0) > 0}
          note={
            <Link to={paths.operatorMail()} className="underline underline-offset-4">
              {mail.failing === null ? "The idp does not tell" : `${mail.failing} failing`}
            </Link>
          }
        />
      </div>
      <Checks checks={checks} />
      <Card className="p-5">
        <Facts
          facts={[
            ["Tollgate", versions.tollgate, "code"],
            ["Database", versions.database, "code"],
          ]}
        />
      </Card>
    </div>
  );
}

type FigureProps = {
  icon: typeof Mail;
  title: string;
  /** Null where nobody tells. */
  value: number | null;
  what: string;
  isBad: boolean;
  note: ReactNode;
};

function Figure({ icon: Icon, title, value, what, isBad, note }: FigureProps) {
  return (
    <Card aria-label={title} className="p-5">
      <p className="flex items-center justify-between gap-2 text-ink-soft text-sm">
        <span className="flex items-center gap-2">
          <Icon aria-hidden className="size-4" />
          {title}
        </span>
        <Badge tone={isBad ? "warn" : "good"}>{isBad ? "Look here" : "Fine"}</Badge>
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
      <CardHeader id="checks" title="Checks" />
      <ul className="divide-y divide-hairline">
        {checks.map(({ name, state, detail }) => (
          <li
            key={name}
            className="grid gap-x-4 gap-y-1 px-5 py-3 text-sm sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-center"
          >
            <span className="font-medium">{name}</span>
            <span className="flex items-center justify-between gap-4">
              <span className="min-w-0 break-words text-ink-soft">{detail}</span>
              <Badge tone={state === "ok" ? "good" : "warn"}>
                {state === "ok" ? "Fine" : "Failing"}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
