/** Settings of a website: sign-up grant, alerts, credit policy, client secret and suspension. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Suspense, useState } from "react";
import { useApi } from "@/api/client";
import type { Website } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import {
  alertsQuery,
  creditPolicyQuery,
  signupGrantQuery,
  switchWebsite,
} from "@/api/website-settings";
import { websiteQuery } from "@/api/websites";
import { t } from "@/lib/language";
import { calendarDay } from "@/lib/time";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { Confirm } from "@/ui/later";
import { Loadable } from "@/ui/loadable";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";
import { Refusal } from "@/ui/refusal";
import { SkeletonRows } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { UnsavedGuard, useUnsaved } from "@/ui/unsaved";
import { AlertsForm } from "./alerts-form";
import { ClientSecret } from "./client-secret";
import { CreditPolicyForm } from "./credit-policy-form";
import { SettingCard } from "./setting-card";
import { SignupGrantForm } from "./signup-grant-form";
import { WebsiteForm } from "./website-form";

export function SettingsPage() {
  const api = useApi();
  const scope = useWebsiteScope();
  const website = useQuery(websiteQuery(api, scope.id));
  const isSuspended = website.data?.status === "suspended";
  // The card keeps its position after a press, so that the button keeps the focus.
  const [opened, setOpened] = useState<{ websiteId: string; isSuspended: boolean } | null>(null);
  if (website.data && opened?.websiteId !== scope.id)
    setOpened({ websiteId: scope.id, isSuspended });
  const running = website.data && <Running website={website.data} />;
  const { listeners, isUnsaved } = useUnsaved();
  return (
    <>
      <UnsavedGuard isUnsaved={isUnsaved} />
      <PageHeader title={t("Settings")} />
      <div className="grid max-w-[46rem] grid-cols-1 gap-6" {...listeners}>
        {opened?.isSuspended && running}
        <Card aria-label={t("Website")}>
          <Loadable query={website} skeleton={<SkeletonRows label={t("Loading the website")} />}>
            {(data) => (
              <>
                <About website={data} />
                <WebsiteForm website={data} />
              </>
            )}
          </Loadable>
        </Card>
        {/* The form's height is unknown until it loads, so later cards wait and the page does not jump. */}
        {website.data && (
          <>
            <SettingCard
              id="signup-grant"
              title={t("Sign-up grant")}
              note={t("Credits for each person who signs in to this website for the first time.")}
              query={signupGrantQuery(api, scope)}
              isSuspended={isSuspended}
            >
              {(grant) => <SignupGrantForm grant={grant} scale={website.data.scale} />}
            </SettingCard>
            <SettingCard
              id="credit-policy"
              title={t("Credit policy")}
              note={t("Applies to new grants and refunds.")}
              query={creditPolicyQuery(api, scope)}
              isSuspended={isSuspended}
            >
              {(policy) => <CreditPolicyForm policy={policy} />}
            </SettingCard>
            {scope.mode === "live" && (
              <SettingCard
                id="alerts"
                title={t("Low-balance alert")}
                note={t("Sends the event credits.low when a balance falls to this or below.")}
                query={alertsQuery(api, scope)}
                isSuspended={isSuspended}
              >
                {(alerts) => (
                  <AlertsForm threshold={alerts.low_credits ?? null} scale={website.data.scale} />
                )}
              </SettingCard>
            )}
            <ClientSecret website={website.data} />
            {!opened?.isSuspended && running}
          </>
        )}
      </div>
    </>
  );
}

function About({ website }: { website: Website }) {
  return (
    <div className="p-5">
      <Facts
        facts={[
          [t("Website id"), website.id, "code"],
          [t("Client id"), website.client_id, "code"],
          [t("Registered"), calendarDay(website.created_at)],
          [t("Decimal places"), website.scale > 0 && website.scale.toString()],
        ]}
      />
    </div>
  );
}

function Running({ website }: { website: Website }) {
  const change = useMutation(switchWebsite(useApi(), useQueryClient(), website.id));
  const [isAsking, setAsking] = useState(false);
  const isActive = website.status === "active";
  const byOperator = website.suspended_by === "operator";
  return (
    <Card aria-labelledby="running">
      <CardHeader
        id="running"
        title={isActive ? t("Suspend the website") : t("The website is suspended")}
        action={
          <Badge tone={isActive ? "good" : "warn"}>{isActive ? t("Active") : t("Suspended")}</Badge>
        }
      />
      <div className="grid gap-4 p-5">
        {byOperator && (
          <Notice icon={TriangleAlert} tone="warn">
            {t(
              "The operator of this installation suspended this website. Only the operator can resume it.",
            )}
          </Notice>
        )}
        <p className="text-pretty text-ink-soft text-sm">
          {isActive
            ? t("API keys and sign-in stop working. Running work can finish.")
            : t(
                "Resume the website to make its API keys and sign-in work again. People have to sign in again.",
              )}
        </p>
        {!isActive && change.error && <Refusal error={change.error} />}
        {!byOperator && (
          <Button
            variant={isActive ? "danger" : "primary"}
            busy={change.isPending}
            className="justify-self-start"
            onClick={() =>
              isActive
                ? setAsking(true)
                : change.mutate("resume", {
                    onSuccess: () => toast(t("The website is active again.")),
                  })
            }
          >
            {isActive ? t("Suspend…") : t("Resume")}
          </Button>
        )}
      </div>
      <Suspense>
        {isAsking && (
          <Confirm
            title={t("Suspend {name}?", { name: website.name })}
            effect={[
              t("API keys and sign-in stop working. Running work can finish."),
              t("You can resume the website later."),
              t("Subscriptions still renew until you cancel them."),
            ].join(" ")}
            action={t("Suspend website")}
            busy={change.isPending}
            error={change.error}
            onClose={() => setAsking(false)}
            onConfirm={() =>
              change.mutate("suspend", {
                onSuccess: () => {
                  setAsking(false);
                  toast(t("The website is suspended."));
                },
              })
            }
          />
        )}
      </Suspense>
    </Card>
  );
}
