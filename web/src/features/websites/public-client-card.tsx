/** Edits the website's public client: redirect addresses, application type and device flow. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import type { PublicClient, Website } from "@/api/types";
import { setPublicClient } from "@/api/websites";
import { isPublicRedirectUri } from "@/lib/address";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { wordsIn } from "@/lib/website-form";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { TextArea } from "@/ui/field";
import { Segmented, Tick } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { applicationTypeHelp, applicationTypes } from "./sign-in-settings";

type Fields = {
  redirects: string;
  signOut: string;
} & Pick<PublicClient, "application_type" | "device_grant">;

const fieldsOf = (client: PublicClient): Fields => ({
  redirects: client.redirect_uris.join("\n"),
  signOut: client.post_logout_redirect_uris.join("\n"),
  application_type: client.application_type,
  device_grant: client.device_grant,
});

type Props = { website: Website; client: PublicClient };

export function PublicClientCard({ website, client }: Props) {
  const save = useMutation(setPublicClient(useApi(), useQueryClient(), website.id));
  const [touched, setTouched] = useState<Partial<Fields>>({});
  const form = { ...fieldsOf(client), ...touched };
  const touch = (change: Partial<Fields>) => setTouched((before) => ({ ...before, ...change }));
  const refused = save.error ? problemOf(save.error).fields : null;
  const wrong = (text: string) => wordsIn(text).find((uri) => !isPublicRedirectUri(uri));
  const uriError = (uri: string | undefined) =>
    uri === undefined
      ? undefined
      : t(
          '"{uri}" is neither https, http on localhost, nor a scheme such as com.example.app:/callback.',
          { uri },
        );
  const isWrong = wrong(form.redirects) !== undefined || wrong(form.signOut) !== undefined;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isWrong || save.isPending || wordsIn(form.redirects).length === 0) return;
    const body = {
      redirect_uris: wordsIn(form.redirects),
      ...(touched.signOut !== undefined && { post_logout_redirect_uris: wordsIn(form.signOut) }),
      ...(touched.application_type && { application_type: touched.application_type }),
      ...(touched.device_grant !== undefined && { device_grant: touched.device_grant }),
    };
    save.mutate(body, {
      onSuccess: () => {
        setTouched({});
        toast(t("The client is saved."));
      },
    });
  }

  return (
    <Card aria-labelledby="public-client">
      <CardHeader
        id="public-client"
        title={t("Client without a secret")}
        note={t(
          "For apps in a browser, on a phone, on a computer. They use PKCE instead of a secret.",
        )}
      />
      <form onSubmit={submit} noValidate className="grid gap-4 p-5">
        <TextArea
          label={t("Redirect addresses")}
          rows={3}
          spellCheck={false}
          className="font-mono text-[0.8125rem]"
          value={form.redirects}
          onChange={({ target }) => touch({ redirects: target.value })}
          error={uriError(wrong(form.redirects)) ?? refused?.get("redirect_uris")}
          help={t(
            "One to a line: https, http on localhost, or a scheme of your own such as com.example.app:/callback.",
          )}
        />
        <TextArea
          label={t("Redirect addresses after sign-out")}
          rows={2}
          spellCheck={false}
          className="font-mono text-[0.8125rem]"
          value={form.signOut}
          onChange={({ target }) => touch({ signOut: target.value })}
          error={uriError(wrong(form.signOut)) ?? refused?.get("post_logout_redirect_uris")}
          help={t("One to a line. Without one, sign-out ends at our page.")}
        />
        <Segmented
          label={t("Where it runs")}
          options={applicationTypes(false)}
          value={form.application_type}
          onChange={(application_type) => touch({ application_type })}
          help={applicationTypeHelp}
        />
        <Tick
          label={t("Devices without a keyboard may sign in")}
          checked={form.device_grant}
          onChange={({ target }) => touch({ device_grant: target.checked })}
        />
        {save.error && (
          <Refusal error={save.error} fields={["redirect_uris", "post_logout_redirect_uris"]} />
        )}
        <Button
          type="submit"
          busy={save.isPending}
          disabled={Object.keys(touched).length === 0}
          className="justify-self-start"
        >
          {t("Save client")}
        </Button>
      </form>
    </Card>
  );
}
