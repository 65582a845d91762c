/** Edits the rules of a website's subscriptions: unpaid renewals, dearer plans, repeated trials and lost disputes. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { saveBillingSettings } from "@/api/billing";
import { useApi } from "@/api/client";
import type { BillingSettings } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { CardHeader } from "@/ui/card";
import { TextField } from "@/ui/field";
import { Segmented, Tick } from "@/ui/fields";
import { Refusal, ToField } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { requestOf } from "./settings-request";

const changeModes: { value: BillingSettings["change_mode"]; label: string }[] = [
  { value: "restart", label: t("New period, full price") },
  { value: "prorate", label: t("Rest of the period") },
];
const repeatTrials: { value: BillingSettings["repeat_trial"]; label: string }[] = [
  { value: "refuse", label: t("No second trial") },
  { value: "no_credits", label: t("Without credits") },
  { value: "allow", label: t("Allowed") },
];

/** The API's limits. */
const maxGraceDays = 60;
const maxGraceHours = 168;

function typedWhole(text: string, most: number): number | null {
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number <= most ? number : null;
}

export function SubscriptionRulesForm({ settings }: { settings: BillingSettings }) {
  const save = useMutation(saveBillingSettings(useApi(), useQueryClient(), useWebsiteScope()));
  const [days, setDays] = useState(String(settings.grace_days));
  const [hours, setHours] = useState(String(settings.renewal_grace_hours));
  const [changeMode, setChangeMode] = useState(settings.change_mode);
  const [repeatTrial, setRepeatTrial] = useState(settings.repeat_trial);
  const [cancels, setCancels] = useState(settings.dispute_cancels);
  /** Counts the attempts, so that each one leads to the first field with an error. */
  const [attempts, setAttempts] = useState(0);
  const graceDays = typedWhole(days, maxGraceDays);
  const graceHours = typedWhole(hours, maxGraceHours);
  const isWrong = graceDays === null || graceHours === null;
  const refused = save.error ? problemOf(save.error).fields : null;
  const errorOf = (member: string, value: number | null, most: number) =>
    attempts > 0 && value === null
      ? t("Enter a whole number from 0 to {most}.", { most })
      : refused?.get(member);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (graceDays === null || graceHours === null || save.isPending) return;
    // How the website sells is set by another form, which may have saved other values since.
    save.mutate(
      requestOf({
        ...settings,
        grace_days: graceDays,
        renewal_grace_hours: graceHours,
        change_mode: changeMode,
        repeat_trial: repeatTrial,
        dispute_cancels: cancels,
      }),
      { onSuccess: () => toast(t("The rules of subscriptions are saved.")) },
    );
  }

  return (
    <>
      <CardHeader
        id="subscription-rules"
        title={t("Rules of subscriptions")}
        note={t("They apply to all subscriptions from now on.")}
      />
      <form onSubmit={submit} noValidate className="grid gap-5 p-5">
        <TextField
          label={t("Days of grace after an unpaid renewal")}
          inputMode="numeric"
          autoComplete="off"
          value={days}
          onChange={({ target }) => setDays(target.value)}
          help={t("The customer stays subscribed that long, without new credits.")}
          error={errorOf("grace_days", graceDays, maxGraceDays)}
        />
        <TextField
          label={t("Hours that credits outlive their period")}
          inputMode="numeric"
          autoComplete="off"
          value={hours}
          onChange={({ target }) => setHours(target.value)}
          help={t("Stripe finishes the invoice of a renewal about an hour late. Keep at least 2.")}
          error={errorOf("renewal_grace_hours", graceHours, maxGraceHours)}
        />
        <Segmented
          inPairs
          label={t("Change to a dearer plan")}
          help={
            changeMode === "restart"
              ? t("A new period begins at once, with all its credits.")
              : t("The difference is paid and granted for the rest of the running period.")
          }
          options={changeModes}
          value={changeMode}
          onChange={setChangeMode}
        />
        <Segmented
          isLoose
          label={t("Second trial with the same card")}
          options={repeatTrials}
          value={repeatTrial}
          onChange={setRepeatTrial}
        />
        <Tick
          label={t("End a subscription when a dispute about its payment is lost")}
          checked={cancels}
          onChange={({ target }) => setCancels(target.checked)}
        />
        {attempts > 0 && isWrong && <ToField key={attempts} />}
        {save.error && (
          <Refusal error={save.error} fields={["grace_days", "renewal_grace_hours"]} repeatable />
        )}
        <Button type="submit" busy={save.isPending} className="justify-self-start">
          {t("Save rules")}
        </Button>
      </form>
    </>
  );
}
