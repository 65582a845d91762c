/** Edits a website's name, address and redirect addresses. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import type { Website, WebsiteChange } from "@/api/types";
import { changeWebsite } from "@/api/websites";
import { isRedirectUri } from "@/lib/address";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import {
  type WebsiteForm as SharedFields,
  websiteFormErrors,
  websiteRequest,
  wordsIn,
} from "@/lib/website-form";
import { Button } from "@/ui/button";
import { TextArea, TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

type Fields = SharedFields & { logoutUris: string };

const shownFields = ["name", "url", "redirect_uris", "post_logout_redirect_uris"];

const fieldsOf = (website: Website): Fields => ({
  name: website.name,
  url: website.url,
  redirectUris: website.redirect_uris.join("\n"),
  logoutUris: website.post_logout_redirect_uris.join("\n"),
});

/** Only edited fields are sent, because others may have changed elsewhere. */
function changeOf(typed: Partial<Fields>, form: Fields): WebsiteChange {
  const { name, url, redirect_uris } = websiteRequest(form);
  return {
    ...(typed.name !== undefined && { name }),
    ...(typed.url !== undefined && { url }),
    ...(typed.redirectUris !== undefined && { redirect_uris }),
    ...(typed.logoutUris !== undefined && { post_logout_redirect_uris: wordsIn(form.logoutUris) }),
  };
}

export function WebsiteForm({ website }: { website: Website }) {
  const save = useMutation(changeWebsite(useApi(), useQueryClient(), website.id));
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const [isChecked, setChecked] = useState(false);
  const known = fieldsOf(website);
  const form = { ...known, ...typed };
  const localErrors = websiteFormErrors(form);
  const errors = isChecked ? localErrors : {};
  const wrongLogout = wordsIn(form.logoutUris).find((uri) => !isRedirectUri(uri));
  const fields = save.error ? problemOf(save.error).fields : null;

  function type(name: keyof Fields, text: string) {
    const { [name]: _, ...others } = typed;
    setTyped(text === known[name] ? others : { ...others, [name]: text });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(localErrors).length > 0 || wrongLogout !== undefined || save.isPending) return;
    save.mutate(changeOf(typed, form), {
      onSuccess: () => {
        setTyped({});
        toast(t("The website is saved."));
      },
    });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4 border-hairline border-t p-5">
      <TextField
        label={t("Name")}
        autoComplete="off"
        maxLength={80}
        value={form.name}
        onChange={({ target }) => type("name", target.value)}
        error={fields?.get("name") ?? errors.name}
        help={t("Your visitors see it when they sign in.")}
      />
      <TextField
        label={t("Address")}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={form.url}
        onChange={({ target }) => type("url", target.value)}
        error={fields?.get("url") ?? errors.url}
      />
      <TextArea
        label={t("Redirect addresses")}
        rows={3}
        spellCheck={false}
        className="font-mono text-[0.8125rem]"
        value={form.redirectUris}
        onChange={({ target }) => type("redirectUris", target.value)}
        error={fields?.get("redirect_uris") ?? errors.redirectUris}
        help={t("Where sign-in may send people back to, one per line. Must match exactly.")}
      />
      <TextArea
        label={t("Redirect addresses after sign-out")}
        rows={2}
        spellCheck={false}
        className="font-mono text-[0.8125rem]"
        value={form.logoutUris}
        onChange={({ target }) => type("logoutUris", target.value)}
        error={
          fields?.get("post_logout_redirect_uris") ??
          (isChecked && wrongLogout
            ? t('"{wrongLogout}" is not a complete http(s) address.', { wrongLogout })
            : undefined)
        }
        help={t("Optional. Where people may return to after they sign out, one per line.")}
      />
      {save.error && <Refusal error={save.error} fields={shownFields} />}
      <Button type="submit" busy={save.isPending} className="justify-self-start">
        {t("Save website")}
      </Button>
    </form>
  );
}
