/** Shows one user to the operator: sessions, linked accounts, credits, and activation. */
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { type UserAction, userQuery } from "@/api/operator";
import type { OperatorUserDetail } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { displayName } from "@/lib/person";
import { deviceOf, methodOf } from "@/lib/raw-session";
import { deviceName, methodWords } from "@/lib/session-words";
import { calendarDay } from "@/lib/time";
import { paths } from "@/paths";
import { Amount } from "@/ui/amount";
import { Badge } from "@/ui/badge";
import { Button, ButtonLink } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { Loadable } from "@/ui/loadable";
import { Missing } from "@/ui/missing";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";
import { ActDialog } from "./act-dialog";
import { UserBadges } from "./user-badges";

const ViewDialog = lazy(async () => ({ default: (await import("./view-dialog")).ViewDialog }));

export function UserPage() {
  const { user: id = "" } = useParams({ strict: false });
  const user = useQuery(userQuery(useApi(), id));
  return (
    <>
      <Link
        to={paths.operatorUsers()}
        className="mb-3 inline-flex min-h-8 items-center gap-1.5 text-ink-soft text-sm hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t("Users")}
      </Link>
      <Loadable
        framed
        page={t("User")}
        missing={
          <Missing
            title={t("User not found")}
            action={
              <ButtonLink variant="primary" to={paths.operatorUsers()}>
                {t("All users")}
              </ButtonLink>
            }
          >
            {t("The link may be incomplete, or the account was deleted or merged.")}
          </Missing>
        }
        query={user}
        skeleton={
          <>
            <PageHeader title={t("User")} />
            <Card>
              <SkeletonRows label={t("Loading the person")} />
            </Card>
          </>
        }
      >
        {(data) => <UserSections user={data} />}
      </Loadable>
    </>
  );
}

function UserSections({ user }: { user: OperatorUserDetail }) {
  const [act, setAct] = useState<UserAction | null>(null);
  const [isViewing, setViewing] = useState(false);
  return (
    <>
      <PageHeader
        title={displayName(user)}
        note={<UserBadges user={user} />}
        action={
          <div className="flex flex-wrap gap-2">
            {user.email && (
              <ButtonLink to={paths.operatorMail()} search={{ q: user.email }}>
                {t("Mail to this person")}
              </ButtonLink>
            )}
            {user.is_active && !user.is_operator && (
              <Button onClick={() => setViewing(true)}>{t("View as…")}</Button>
            )}
            {user.sessions.length > 0 && (
              <Button onClick={() => setAct("end-sessions")}>{t("End sessions…")}</Button>
            )}
            {user.is_active ? (
              <Button variant="danger" onClick={() => setAct("deactivate")}>
                {t("Deactivate…")}
              </Button>
            ) : (
              <Button variant="primary" onClick={() => setAct("activate")}>
                {t("Activate…")}
              </Button>
            )}
          </div>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        <Card className="p-5">
          <Facts
            facts={[
              [t("Id"), user.id, "code"],
              [t("Email"), user.email, "code"],
              [t("Since"), calendarDay(user.created_at)],
              [t("Last seen"), user.last_seen_at && <Time value={user.last_seen_at} />],
              [t("Websites"), formatAmount(user.websites)],
            ]}
          />
        </Card>
        <Sessions user={user} />
        <Accounts user={user} />
        <Customers user={user} />
      </div>
      <Suspense>
        {act && <ActDialog user={user} act={act} onClose={() => setAct(null)} />}
        {isViewing && <ViewDialog user={user} onClose={() => setViewing(false)} />}
      </Suspense>
    </>
  );
}

type PartProps = { id: string; title: string; none: string; children: ReactNode[] };

function Part({ id, title, none, children }: PartProps) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      {children.length === 0 ? (
        <p className="px-5 py-4 text-ink-faint text-sm">{none}</p>
      ) : (
        <ul className="divide-y divide-hairline">{children}</ul>
      )}
    </Card>
  );
}

const line = "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3 text-sm";

function Sessions({ user }: { user: OperatorUserDetail }) {
  return (
    <Part id="sessions" title={t("Sessions")} none={t("No sessions.")}>
      {user.sessions.map(({ id, user_agent, network, method, last_seen_at }) => (
        <li key={id} className={line}>
          <span title={user_agent ?? undefined} className="min-w-0 break-words font-medium">
            {deviceName(deviceOf(user_agent))}
          </span>
          <span className="text-ink-faint">
            {network && (
              <>
                {network}
                {" · "}
              </>
            )}
            {method.length > 0 && (
              <>{t("signed in {how} ·", { how: methodWords(methodOf(method)) })} </>
            )}
            <Time value={last_seen_at} />
          </span>
        </li>
      ))}
    </Part>
  );
}

function Accounts({ user }: { user: OperatorUserDetail }) {
  return (
    <Part
      id="accounts"
      title={t("Linked accounts")}
      none={t("None. This person signs in by email or passkey.")}
    >
      {user.accounts.map(({ id, provider, email, created_at }) => (
        <li key={id} className={line}>
          <span className="font-medium">{provider}</span>
          <span className="min-w-0 text-ink-faint">
            <span className="wrap-anywhere">{email}</span>
            {email && " · "}
            {t("linked {date}", { date: calendarDay(created_at) })}
          </span>
        </li>
      ))}
    </Part>
  );
}

function Customers({ user }: { user: OperatorUserDetail }) {
  return (
    <Part id="customers" title={t("Credits")} none={t("Not a customer of any website yet.")}>
      {user.customers.map(({ id, website, mode, available, scale }) => (
        <li key={id} className={line}>
          <span className="min-w-0 break-words font-medium">
            {website} {mode === "test" && <Badge tone="warn">{t("Test")}</Badge>}
          </span>
          <Amount value={available} scale={scale} className="font-medium" />
        </li>
      ))}
    </Part>
  );
}
