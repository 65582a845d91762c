/** Lists recent sign-in requests of this website, with a fix for each refused one. */
import { type UseQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useApi } from "@/api/client";
import type { SignInActivity, SignInFix, SignInRequest, Website } from "@/api/types";
import { addressesOf, allowAddress, clientOf } from "@/api/websites";
import { activityFix, activityWords } from "@/lib/activity-words";
import { hostOf, isAtHome } from "@/lib/address";
import { classes } from "@/lib/classes";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Confirm } from "@/ui/later";
import { Loadable } from "@/ui/loadable";
import { Refusal } from "@/ui/refusal";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";

type Props = { query: UseQueryResult<SignInActivity, Error>; website: Website };

export function ActivityPanel({ query, website }: Props) {
  return (
    <Card aria-labelledby="activity" className="overflow-hidden">
      <CardHeader
        id="activity"
        title={t("Live sign-in log")}
        note={t("Sign-in requests of this website, as they happen.")}
      />
      <Loadable query={query} skeleton={<SkeletonRows label={t("Loading the sign-in log")} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-5 py-4 text-pretty text-ink-soft text-sm">
              {t(
                "Nothing yet. Each sign-in request appears here, and what went wrong if it failed.",
              )}
            </p>
          ) : (
            <ul className="divide-y divide-hairline">
              {items.map((item) => (
                <Item key={`${item.at} ${item.request_id}`} item={item} website={website} />
              ))}
            </ul>
          )
        }
      </Loadable>
    </Card>
  );
}

function Item({ item, website }: { item: SignInRequest; website: Website }) {
  const { client_id, status, at, fix, redirect_uri, origin, error } = item;
  const where = redirect_uri ?? origin;
  const client = clientOf(website, client_id);
  const advice = activityFix(item);
  const isAllowed = fix ? addressesOf(client, fix).includes(fix.value) : false;
  return (
    <li className="flex items-start gap-3 px-5 py-3 text-sm">
      <span
        className={classes(
          "rounded-chip px-2 py-0.5 font-semibold text-xs tabular-nums",
          error ? "bg-warn-soft text-warn-ink" : "bg-accent-soft text-accent-ink",
        )}
      >
        {status}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{activityWords(item)}</p>
        {advice && !fix && <p className="text-pretty text-ink-soft text-xs">{advice}</p>}
        {where && <p className="wrap-anywhere text-ink-soft text-xs">{where}</p>}
        <p className="text-ink-faint text-xs">
          <Time value={at} />
          {website.public_client &&
            ` · ${client === website ? t("client with a secret") : t("client without a secret")}`}
        </p>
        {isAllowed && <p className="text-accent text-xs">{t("Allowed now. Try again.")}</p>}
        {fix && !isAllowed && <Allow client_id={client_id} fix={fix} website={website} />}
      </div>
    </li>
  );
}

type AllowProps = { client_id: string; fix: SignInFix; website: Website };

/** Anyone can send any address with the client's id, so the owner must confirm one at an unknown origin. */
function Allow({ client_id, fix, website }: AllowProps) {
  const address = fix.value;
  const allow = useMutation(allowAddress(useApi(), useQueryClient(), website.id));
  const [isAsking, setAsking] = useState(false);
  const known = [website.url, ...website.redirect_uris];
  const isOwn = isAtHome(address, [...known, ...(website.public_client?.redirect_uris ?? [])]);
  const run = () =>
    allow.mutate(
      { client_id, fix },
      {
        onSuccess: () => {
          setAsking(false);
          toast(t("The address is allowed. Try again."));
        },
      },
    );
  return (
    <>
      <Button
        size="small"
        className="mt-1.5"
        busy={allow.isPending}
        onClick={isOwn ? run : () => setAsking(true)}
      >
        {isOwn ? t("Allow this address") : t("Allow this address…")}
      </Button>
      {!isAsking && allow.error && <Refusal error={allow.error} className="mt-1.5" />}
      <Suspense>
        {isAsking && (
          <Confirm
            title={t("Send people to {host}?", { host: hostOf(address) })}
            effect={t(
              "This is not one of this website’s addresses yet, and anyone can send a request with any address. The website at this address learns who signs in: allow it only if it is yours.",
            )}
            action={t("Allow this address")}
            busy={allow.isPending}
            error={allow.error}
            onClose={() => setAsking(false)}
            onConfirm={run}
          >
            <code className="break-all font-mono text-[0.8125rem]">{address}</code>
          </Confirm>
        )}
      </Suspense>
    </>
  );
}
