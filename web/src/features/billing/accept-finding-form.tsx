/** Accepts a finding with a reason: an owner's one, or the operator one of the platform. */
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { acceptFinding, acceptPlatformFinding } from "@/api/reconcile";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

type Props = {
  accept: ReturnType<typeof acceptFinding | typeof acceptPlatformFinding>;
  onAccepted: () => void;
};

export function AcceptFindingForm({ accept: options, onAccepted }: Props) {
  const accept = useMutation(options);
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const fields = accept.error ? problemOf(accept.error).fields : null;
  const isMissing = isChecked && reason.trim() === "";

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (reason.trim() === "" || accept.isPending) return;
    accept.mutate(reason.trim(), {
      onSuccess: () => {
        toast(t("The finding is accepted."));
        onAccepted();
      },
    });
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      className="mt-6 grid gap-4 border-hairline border-t pt-5"
      aria-labelledby="accept-finding"
    >
      <div>
        <h3 id="accept-finding" className="font-semibold text-sm">
          {t("Accept the difference")}
        </h3>
        <p className="text-pretty text-ink-faint text-sm">
          {t("No payment and no credits change. It comes back only if one of its sides changes.")}
        </p>
      </div>
      <TextField
        label={t("Reason")}
        help={t("Kept in the audit log with your name.")}
        maxLength={200}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={fields?.get("reason") ?? (isMissing ? t("Enter a reason.") : undefined)}
      />
      {accept.error && <Refusal error={accept.error} fields={["reason"]} repeatable />}
      <Button type="submit" busy={accept.isPending} className="justify-self-start">
        {t("Accept finding")}
      </Button>
    </form>
  );
}
