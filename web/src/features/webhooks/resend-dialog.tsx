/** Sends the events of a time range again, such as after an outage of the receiver. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import type { WebhookEndpoint } from "@/api/types";
import { resendRange } from "@/api/webhooks";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { momentOf, typedMoment } from "@/lib/time";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

const dayMilliseconds = 86_400_000;

type Props = { endpoint: WebhookEndpoint; onClose: () => void };

export function ResendDialog({ endpoint, onClose }: Props) {
  const resend = useMutation(
    resendRange(useApi(), useQueryClient(), useWebsiteScope(), endpoint.id),
  );
  const [from, setFrom] = useState(() => typedMoment(Date.now() - dayMilliseconds));
  const [to, setTo] = useState(() => typedMoment(Date.now()));
  const range = { from: momentOf(from), to: momentOf(to) };
  const fields = resend.error ? problemOf(resend.error).fields : null;
  const isRange = range.from !== null && range.to !== null && range.from < range.to;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (range.from === null || range.to === null || !isRange || resend.isPending) return;
    resend.mutate(
      { from: range.from, to: range.to },
      {
        onSuccess: (queued) => {
          toast(
            queued === 1
              ? t("One event is sent again.")
              : t("{queued} events are sent again.", { queued }),
          );
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title={t("Send events again")}
      note={t(
        "Resend all events between two times. Event ids stay the same, so receivers can ignore duplicates.",
      )}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={t("From (UTC)")}
          type="datetime-local"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          error={fields?.get("from")}
        />
        <TextField
          label={t("To (UTC)")}
          type="datetime-local"
          value={to}
          onChange={({ target }) => setTo(target.value)}
          error={isRange ? fields?.get("to") : t("Enter a start that is before the end.")}
        />
        {resend.error && <Refusal error={resend.error} fields={["from", "to"]} />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={resend.isPending}>
            {t("Send again")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
