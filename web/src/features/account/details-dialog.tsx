/** Edits the details that websites get with the name: other names, language and time zone. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { changeProfile } from "@/api/account";
import { useAccountApi } from "@/api/client";
import type { OwnProfile, ProfileChange } from "@/api/types";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

type Details = Required<Omit<ProfileChange, "name">>;

export function DetailsDialog({ profile, onClose }: { profile: OwnProfile; onClose: () => void }) {
  const change = useMutation(changeProfile(useAccountApi(), useQueryClient()));
  const [known] = useState<Details>(() => ({
    given_name: profile.given_name ?? "",
    family_name: profile.family_name ?? "",
    preferred_username: profile.preferred_username ?? "",
    locale: profile.locale ?? "",
    zoneinfo: profile.zoneinfo ?? "",
  }));
  const [typed, setTyped] = useState(known);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    const body = changesOf(known, typed);
    if (Object.keys(body).length === 0) return onClose();
    change.mutate(body, {
      onSuccess: () => {
        toast(t("Your details are changed."));
        onClose();
      },
    });
  }

  const field = (member: keyof Details) => ({
    value: typed[member],
    maxLength: 200,
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setTyped({ ...typed, [member]: target.value }),
  });

  return (
    <Dialog
      title={t("Change details")}
      note={t("All are optional. Websites that may see your name get them too.")}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField label={t("First name")} autoComplete="given-name" {...field("given_name")} />
        <TextField label={t("Last name")} autoComplete="family-name" {...field("family_name")} />
        <TextField
          label={t("User name")}
          help={t("Without one, websites get the part of your email address before the @.")}
          autoComplete="nickname"
          {...field("preferred_username")}
        />
        <TextField
          label={t("Language")}
          help={t("A language tag such as en or de-AT.")}
          autoComplete="language"
          {...field("locale")}
        />
        <TextField
          label={t("Time zone")}
          help={t("Its name, such as {zone}.", { zone: browserTimeZone() })}
          {...field("zoneinfo")}
        />
        {change.error && <Refusal error={change.error} />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={change.isPending}>
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Returns the changed members; the API removes an empty one. */
function changesOf(known: Details, typed: Details): ProfileChange {
  const members = Object.entries(typed).map(([member, text]) => [member, text.trim()] as const);
  return Object.fromEntries(
    members.filter(([member, text]) => text !== known[member as keyof Details]),
  );
}

/** The browser's time zone. */
function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
