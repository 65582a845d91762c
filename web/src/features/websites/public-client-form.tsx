/** Creates the public client for a page without a server. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import type { Website } from "@/api/types";
import { setPublicClient } from "@/api/websites";
import { isRedirectUri } from "@/lib/address";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { suggestedPageUris, wordsIn } from "@/lib/website-form";
import { Button } from "@/ui/button";
import { TextArea } from "@/ui/field";
import { Refusal } from "@/ui/refusal";

export function PublicClientForm({ website }: { website: Website }) {
  const make = useMutation(setPublicClient(useApi(), useQueryClient(), website.id));
  const [typed, setTyped] = useState(suggestedPageUris(website.url));
  const uris = wordsIn(typed);
  const refused = make.error ? problemOf(make.error).fields : null;
  const wrong = uris.find((uri) => !isRedirectUri(uri));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (wrong === undefined && uris.length > 0 && !make.isPending)
      make.mutate({ redirect_uris: uris });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p className="text-pretty text-ink-soft text-sm">
        {t(
          "A page without a server cannot keep a secret, so it needs a separate client without one.",
        )}
      </p>
      <TextArea
        label={t("Redirect addresses")}
        rows={2}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={
          wrong
            ? t('"{wrong}" is not a complete http(s) address without a fragment.', { wrong })
            : refused?.get("redirect_uris")
        }
        help={t("One per line. Must match exactly.")}
        spellCheck={false}
        className="font-mono text-[0.8125rem]"
      />
      {make.error && <Refusal error={make.error} fields={["redirect_uris"]} />}
      <Button type="submit" busy={make.isPending} className="justify-self-start">
        {t("Create the client")}
      </Button>
    </form>
  );
}
