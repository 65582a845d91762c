/** The registration form: name, address, redirect addresses and decimal places. */
import { type SubmitEvent, useState } from "react";
import type { RegisterWebsite } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { isShownAtFields, problemOf } from "@/lib/problem";
import {
  suggestedRedirectUris,
  type WebsiteForm,
  type WebsiteFormErrors,
  websiteFormErrors,
  websiteRequest,
} from "@/lib/website-form";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { RequestId } from "@/ui/error-card";
import { TextArea, TextField } from "@/ui/field";
import { Segmented } from "@/ui/fields";
import { PageHeader } from "@/ui/page-header";
import { ToField } from "@/ui/refusal";
import { UnsavedGuard, useUnsaved } from "@/ui/unsaved";

/** The possible numbers of decimal places. */
const scales = ["0", "1", "2", "3", "4", "5", "6"].map((value) => ({ value, label: value }));

type Props = {
  busy: boolean;
  error: Error | null;
  onSubmit: (request: RegisterWebsite) => void;
};

export function RegisterForm({ busy, error, onSubmit }: Props) {
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  // Null until the user edits it; until then it follows the website's address.
  const [ownUris, setOwnUris] = useState<string | null>(null);
  const [scale, setScale] = useState("0");
  const [isChecked, setChecked] = useState(false);
  const form: WebsiteForm = { name, url, redirectUris: ownUris ?? suggestedRedirectUris(url) };
  const { listeners, isUnsaved } = useUnsaved();
  const shownAs = formatAmount(1250, { scale: Number(scale) });
  const localErrors = websiteFormErrors(form);
  const errors = { ...serverErrors(error), ...(isChecked && localErrors) };

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setChecked(true);
    const first = Object.keys(localErrors)[0];
    if (first === undefined) onSubmit({ ...websiteRequest(form), scale: Number(scale) });
    else focusField(event.currentTarget, first);
  }

  return (
    <>
      <PageHeader
        title={t("Register a website")}
        note={t("Get sign-in, an API key and code to paste.")}
      />
      <UnsavedGuard isUnsaved={isUnsaved} />
      <Card className="max-w-[46rem]" {...listeners}>
        <form onSubmit={submit} noValidate className="grid gap-5 p-5 sm:p-6">
          <TextField
            label={t("Name")}
            name="name"
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={errors.name}
            help={t("Your visitors see it when they sign in.")}
            autoComplete="off"
            maxLength={120}
          />
          <TextField
            label={t("Address")}
            name="url"
            required
            type="url"
            inputMode="url"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            error={errors.url}
            placeholder="https://shop.example"
            autoComplete="off"
          />
          <TextArea
            label={t("Redirect addresses")}
            name="redirectUris"
            required
            rows={3}
            value={form.redirectUris}
            onChange={(event) => setOwnUris(event.target.value)}
            error={errors.redirectUris}
            help={t("Where sign-in may send people back to, one per line. Must match exactly.")}
            spellCheck={false}
            className="font-mono text-[0.8125rem]"
          />
          <Segmented
            label={t("Decimal places of credits")}
            help={t("An amount of 1250 is shown as {shownAs}. This cannot be changed later.", {
              shownAs,
            })}
            options={scales}
            value={scale}
            onChange={setScale}
          />
          {error && <Refusal error={error} />}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" busy={busy}>
              {busy ? t("Registering…") : t("Register")}
            </Button>
            <ButtonLink variant="quiet" to={paths.websites()}>
              {t("Cancel")}
            </ButtonLink>
          </div>
        </form>
      </Card>
    </>
  );
}

function Refusal({ error }: { error: Error }) {
  if (isShownAtFields(error, ["name", "url", "redirect_uris"])) return <ToField />;
  const { kind, title, detail, requestId } = problemOf(error);
  const isUncertain = kind === "timeout" || kind === "offline";
  return (
    <div role="alert" className="rounded-control bg-danger-soft px-4 py-3 text-danger-ink text-sm">
      <p className="font-semibold">{title}</p>
      <p className="text-pretty">
        {detail}
        {isUncertain && ` ${t("It may have been registered anyway: check your websites first.")}`}
      </p>
      {requestId && <RequestId value={requestId} />}
    </div>
  );
}

/** Returns the server's errors of single fields by the names of this form. */
function serverErrors(error: Error | null): WebsiteFormErrors {
  if (error === null) return {};
  const { fields } = problemOf(error);
  const errors: WebsiteFormErrors = {};
  const name = fields.get("name");
  const url = fields.get("url");
  const redirectUris = fields.get("redirect_uris");
  if (name) errors.name = name;
  if (url) errors.url = url;
  if (redirectUris) errors.redirectUris = redirectUris;
  return errors;
}

function focusField(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
