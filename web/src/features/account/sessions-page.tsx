/** Lists the user's sessions with browser and apps; the user can end them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { endSessions, sessionsQuery } from "@/api/account";
import { useAccountApi } from "@/api/client";
import type { OwnSession } from "@/api/types";
import { rich, t } from "@/lib/language";
import { deviceName, methodWords } from "@/lib/session-words";
import { absoluteTime } from "@/lib/time";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { DeviceDrawing } from "@/ui/device-drawing";
import { Confirm } from "@/ui/later";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";

export function SessionsPage() {
  const sessions = useQuery(sessionsQuery(useAccountApi()));
  const [ending, setEnding] = useState<OwnSession | "others" | null>(null);
  const items = sessions.data?.items ?? [];
  const others = items.filter(({ current }) => !current);
  return (
    <>
      <PageHeader
        title={t("Sessions")}
        note={t("Where you are signed in. End sessions that you do not recognise.")}
        action={
          others.length > 0 && (
            <Button onClick={() => setEnding("others")}>{t("End all others…")}</Button>
          )
        }
      />
      <Card aria-label={t("Sessions")}>
        <Loadable query={sessions} skeleton={<SkeletonRows label={t("Loading your sessions")} />}>
          {() => (
            <ul className="divide-y divide-hairline">
              {[...items.filter(({ current }) => current), ...others].map((session) => (
                <li key={session.id}>
                  <SessionRow session={session} onEnd={() => setEnding(session)} />
                </li>
              ))}
            </ul>
          )}
        </Loadable>
      </Card>
      {items.length === 1 && (
        <p className="mt-4 text-ink-faint text-sm">{t("You are not signed in anywhere else.")}</p>
      )}
      <Suspense>
        {ending === "others" && <EndOthers others={others} onClose={() => setEnding(null)} />}
        {ending !== null && ending !== "others" && (
          <EndOne session={ending} onClose={() => setEnding(null)} />
        )}
      </Suspense>
    </>
  );
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, current, ip, method, created_at, last_seen_at, applications } = session;
  const name = deviceName(device);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 px-5 py-4">
      <DeviceDrawing kind={device.kind} lit={current} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {current && <Badge tone="good">{t("This one")}</Badge>}
        </p>
        {ip && <p className="break-words text-ink-soft text-sm">{ip}</p>}
        <p className="text-ink-faint text-sm">
          {rich("Last seen {seen} · signed in {how} {since}", {
            seen: <Time value={last_seen_at} />,
            how: methodWords(method),
            since: <Time value={created_at} />,
          })}
        </p>
        {applications.length > 0 && (
          <ul
            aria-label={t("Apps inside {name}", { name })}
            className="mt-2 flex flex-wrap gap-1.5"
          >
            {applications.map(({ client_id, name }) => (
              <li key={client_id}>
                <Badge>{name}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      {!current && (
        <Button size="small" className="ml-auto" onClick={onEnd}>
          {rich("End {name}", { name: <span className="sr-only">{name}</span> })}
        </Button>
      )}
    </div>
  );
}

function useEnding(onClose: () => void) {
  const end = useMutation(endSessions(useAccountApi(), useQueryClient()));
  return {
    busy: end.isPending,
    error: end.error,
    onClose,
    ask: (which: { id: string } | "others", message: string) =>
      end.mutate(which, {
        onSuccess: () => {
          toast(message);
          onClose();
        },
      }),
  };
}

function EndOne({ session, onClose }: { session: OwnSession; onClose: () => void }) {
  const { ask, ...ending } = useEnding(onClose);
  const name = deviceName(session.device);
  const apps = session.applications.map(({ name }) => name);
  const time = absoluteTime(session.last_seen_at);
  return (
    <Confirm
      {...ending}
      title={t("End {name}?", { name })}
      effect={
        apps.length > 0
          ? t(
              "It was last seen {time}. It is signed out within one second, including the apps in it: {apps}.",
              { time, apps: apps.join(", ") },
            )
          : t("It was last seen {time}. It is signed out within one second.", { time })
      }
      action={t("End session")}
      onConfirm={() => ask({ id: session.id }, t("{name} is signed out.", { name }))}
    />
  );
}

function EndOthers({ others, onClose }: { others: OwnSession[]; onClose: () => void }) {
  const { ask, ...ending } = useEnding(onClose);
  const count = others.length;
  return (
    <Confirm
      {...ending}
      title={
        count === 1 ? t("End one other session?") : t("End {count} other sessions?", { count })
      }
      effect={t(
        "All browsers except this one are signed out within one second, including the apps in them.",
      )}
      action={count === 1 ? t("End session") : t("End {count} sessions", { count })}
      onConfirm={() => ask("others", t("You are now signed in only here."))}
    />
  );
}
