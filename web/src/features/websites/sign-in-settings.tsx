/** Edits sign-in settings of the website's confidential client: PKCE, application type, device flow, signing algorithm. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { maxRequests, signInActivityQuery } from "@/api/overview";
import type { SignInActivity, Website, WebsiteChange } from "@/api/types";
import { changeWebsite } from "@/api/websites";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Segmented, Tick } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

type Settings = Pick<
  Website,
  "require_pkce" | "id_token_signed_response_alg" | "application_type" | "device_grant"
>;

const algorithms = (["RS256", "ES256", "EdDSA"] as const).map((value) => ({
  value,
  label: value,
}));

/** The application types; a client without a secret has no server that could keep one. */
export function applicationTypes(hasSecret: boolean) {
  return [
    { value: "web" as const, label: hasSecret ? t("Server") : t("Browser") },
    { value: "native" as const, label: t("Device") },
  ];
}

export const applicationTypeHelp = t(
  "On a device, a program may listen on any port of its localhost addresses.",
);

/** Returns true if the website's client recently sent a PKCE challenge; null without a recent sign-in. */
function lastUseOfPkce({ items }: SignInActivity, { client_id }: Website): boolean | null {
  const sent = items.find((item) => item.client_id === client_id && item.uses_pkce !== null);
  return sent?.uses_pkce ?? null;
}

function pkceHelp(isRequired: boolean, isUsed: boolean | null): string {
  if (isRequired) return t("A sign-in without a PKCE challenge is refused.");
  if (isUsed) return t("Your website uses PKCE. Recommended: turn this on.");
  if (isUsed === false) {
    return t(
      "Your last sign-in came without PKCE. Recommended: turn PKCE on in your library first, then here.",
    );
  }
  return t(
    "Recommended: turn it on once your website sends a challenge. Most client libraries do.",
  );
}

export function SignInSettings({ website }: { website: Website }) {
  const activity = useQuery(
    signInActivityQuery(useApi(), { id: website.id, mode: "live" }, maxRequests),
  );
  const isUsed = activity.data ? lastUseOfPkce(activity.data, website) : null;
  const save = useMutation(changeWebsite(useApi(), useQueryClient(), website.id));
  // Only edited fields are sent, because others may have changed elsewhere.
  const [touched, setTouched] = useState<Partial<Settings>>({});
  const shown: Settings = { ...website, ...touched };
  const touch = (change: Partial<Settings>) => setTouched((before) => ({ ...before, ...change }));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate(touched as WebsiteChange, {
      onSuccess: () => {
        setTouched({});
        toast(t("The sign-in settings are saved."));
      },
    });
  }

  return (
    <Card aria-labelledby="sign-in-settings">
      <CardHeader
        id="sign-in-settings"
        title={t("Sign-in settings")}
        note={t("How the website’s own client signs people in.")}
      />
      <form onSubmit={submit} noValidate className="grid gap-4 p-5">
        <Tick
          label={t("Require PKCE")}
          checked={shown.require_pkce}
          onChange={({ target }) => touch({ require_pkce: target.checked })}
          help={pkceHelp(shown.require_pkce, isUsed)}
        />
        <Tick
          label={t("Devices without a keyboard may sign in")}
          checked={shown.device_grant}
          onChange={({ target }) => touch({ device_grant: target.checked })}
          help={t(
            "A TV or a command line shows a code, and the person types it into a browser (RFC 8628).",
          )}
        />
        <Segmented
          label={t("Where it runs")}
          options={applicationTypes(true)}
          value={shown.application_type}
          onChange={(application_type) => touch({ application_type })}
          help={applicationTypeHelp}
        />
        <Segmented
          label={t("ID tokens are signed with")}
          options={algorithms}
          value={shown.id_token_signed_response_alg}
          onChange={(id_token_signed_response_alg) => touch({ id_token_signed_response_alg })}
          help={t("Every library supports RS256. Applies to both clients.")}
        />
        {save.error && <Refusal error={save.error} />}
        <Button
          type="submit"
          busy={save.isPending}
          disabled={Object.keys(touched).length === 0}
          className="justify-self-start"
        >
          {t("Save sign-in settings")}
        </Button>
      </form>
    </Card>
  );
}
