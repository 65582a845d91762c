/** Lists the apps with access to the account and their permissions; the user can revoke access. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { AppWindow, Check } from "lucide-react";
import { Suspense, useState } from "react";
import { applicationsQuery, revokeApplication } from "@/api/account";
import { useAccountApi } from "@/api/client";
import type { OwnApplication } from "@/api/types";
import { rich, t } from "@/lib/language";
import { scopeWords } from "@/lib/session-words";
import { Badge } from "@/ui/badge";
import { Button, ButtonAnchor } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Confirm } from "@/ui/later";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { WebsiteMark } from "@/ui/website-mark";
import { Since } from "./since";

export function AppsPage() {
  const applications = useQuery(applicationsQuery(useAccountApi()));
  const [revoking, setRevoking] = useState<OwnApplication | null>(null);
  return (
    <>
      <PageHeader
        title={t("Apps")}
        note={t("Apps and websites that you gave access. You can revoke it here.")}
      />
      <Card aria-label={t("Apps")}>
        <Loadable query={applications} skeleton={<SkeletonRows label={t("Loading your apps")} />}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState icon={AppWindow} title={t("No apps yet")}>
                {t("A website appears here when you sign in to it and allow it something.")}
              </EmptyState>
            ) : (
              <ul className="divide-y divide-hairline">
                {items.map((application) => (
                  <li key={application.client_id}>
                    <AppRow application={application} onRevoke={() => setRevoking(application)} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loadable>
      </Card>
      <Suspense>
        {revoking && <Revoking application={revoking} onClose={() => setRevoking(null)} />}
      </Suspense>
    </>
  );
}

type RowProps = { application: OwnApplication; onRevoke: () => void };

function AppRow({ application, onRevoke }: RowProps) {
  const { name, logo, login_uri, scopes, granted_at, last_used_at, first_party } = application;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 px-5 py-4">
      <WebsiteMark name={name} picture={logo} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="break-words">{name}</span>
          {first_party && <Badge>{t("Part of this installation")}</Badge>}
        </p>
        <p className="text-ink-faint text-sm">
          <Since word={t("Allowed")} since={granted_at} used={last_used_at} />
        </p>
        <ul className="mt-1.5 grid gap-0.5 text-ink-soft text-sm">
          {scopes.map((scope) => (
            <li key={scope} className="flex items-center gap-2">
              <Check aria-hidden className="size-4 shrink-0 text-accent" />
              {scopeWords(scope)}
            </li>
          ))}
        </ul>
      </div>
      {login_uri && (
        <ButtonAnchor size="small" className="ml-auto" href={login_uri} rel="noreferrer">
          {t("Open {name}", { name })}
        </ButtonAnchor>
      )}
      {!first_party && (
        <Button size="small" className={login_uri ? undefined : "ml-auto"} onClick={onRevoke}>
          {rich("Revoke {name}", { name: <span className="sr-only">{name}</span> })}
        </Button>
      )}
    </div>
  );
}

type RevokingProps = { application: OwnApplication; onClose: () => void };

function Revoking({ application: { client_id, name }, onClose }: RevokingProps) {
  const revoke = useMutation(revokeApplication(useAccountApi(), useQueryClient()));
  return (
    <Confirm
      title={t("Revoke {name}?", { name })}
      effect={t(
        "{name} can no longer act for you, and asks again the next time you sign in to it. It keeps what it already knows about you.",
        { name },
      )}
      action={t("Revoke access")}
      busy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(client_id, {
          onSuccess: () => {
            toast(t("{name} no longer has access.", { name }));
            onClose();
          },
        })
      }
    />
  );
}
