/** The branding form with its preview; edits stay until the user saves or discards them. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { setBranding } from "@/api/branding";
import { useApi } from "@/api/client";
import type { Branding, Website } from "@/api/types";
import {
  type BrandingForm,
  brandingErrors,
  brandingExamples,
  brandingForm,
  brandingRequest,
  isSameBranding,
  membersOf,
} from "@/lib/branding-form";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { UnsavedGuard } from "@/ui/unsaved";
import { ColorField } from "./color-field";
import { LogoField } from "./logo-field";
import { SignInPreview } from "./sign-in-preview";

type Props = { website: Website; saved: Branding };

export function BrandingEditor({ website, saved }: Props) {
  const save = useMutation(setBranding(useApi(), useQueryClient(), website.id));
  // Null without edits: the form then shows the saved branding.
  const [draft, setDraft] = useState<BrandingForm | null>(null);
  const [isChecked, setChecked] = useState(false);
  const before = brandingForm(saved);
  const form = draft ?? before;
  const isChanged = !isSameBranding(form, before);
  const localErrors = brandingErrors(form);
  const refused = save.error ? problemOf(save.error).fields : null;
  const examples = brandingExamples(website.url);
  const error = (field: keyof BrandingForm) =>
    (isChecked ? localErrors[field] : undefined) ?? refused?.get(membersOf[field]);
  const set = (changes: Partial<BrandingForm>) => setDraft({ ...form, ...changes });
  const link = (field: "home" | "policy" | "terms") => ({
    name: field,
    type: "url",
    inputMode: "url" as const,
    autoComplete: "off",
    value: form[field],
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [field]: target.value }),
    error: error(field),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    setChecked(true);
    const [first] = Object.keys(localErrors);
    if (first !== undefined) {
      const field = event.currentTarget.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    save.mutate(brandingRequest(form), {
      onSuccess: () => {
        // Edits made during the request stay.
        setDraft((now) => (now === draft ? null : now));
        setChecked(false);
        toast(t("The branding is saved."));
      },
    });
  }

  function giveUp() {
    setDraft(null);
    setChecked(false);
    save.reset();
  }

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Card aria-label={t("Branding")}>
        <form onSubmit={submit} noValidate className="grid gap-5 p-5">
          <LogoField picture={form.logo} error={error("logo")} onChange={(logo) => set({ logo })} />
          <ColorField
            value={form.color}
            error={error("color")}
            onChange={(color) => set({ color })}
          />
          <TextField label={t("Home page")} placeholder={examples.home} {...link("home")} />
          <TextField
            label={t("Privacy")}
            placeholder={examples.policy}
            help={t("How you treat people's data.")}
            {...link("policy")}
          />
          <TextField
            label={t("Terms")}
            placeholder={examples.terms}
            help={t("Empty links are not shown.")}
            {...link("terms")}
          />
          {save.error && <Refusal error={save.error} fields={Object.values(membersOf)} />}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" busy={save.isPending}>
              {save.isPending ? t("Saving…") : t("Save branding")}
            </Button>
            {isChanged && !save.isPending && (
              <Button variant="quiet" onClick={giveUp}>
                {t("Undo changes")}
              </Button>
            )}
          </div>
        </form>
      </Card>
      <SignInPreview website={website} form={form} />
      <UnsavedGuard isUnsaved={() => isChanged} />
    </div>
  );
}
