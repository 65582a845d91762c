/** Sends again what happened in a time, as after a receiver was down. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { useSite } from "@/api/site";
import type { WebhookEndpoint } from "@/api/types";
import { resendRange } from "@/api/webhooks";
import { problemOf } from "@/lib/problem";
import { momentOf, typedMoment } from "@/lib/time";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

const dayMilliseconds = 86_400_000;

type Props = { endpoint: WebhookEndpoint; onClose: () => void };

export function ResendDialog({ endpoint, onClose }: Props) {
  const resend = useMutation(resendRange(useApi(), useQueryClient(), useSite(), endpoint.id));
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
          toast(queued === 1 ? "One event is sent again." : `${queued} events are sent again.`);
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title="Send events again"
      note="Every event of a time that this endpoint hears of, with the ids that they have: a receiver that keeps them takes none twice."
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label="From"
          type="datetime-local"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          error={fields?.get("from")}
        />
        <TextField
          label="To"
          type="datetime-local"
          value={to}
          onChange={({ target }) => setTo(target.value)}
          error={isRange ? fields?.get("to") : "Enter two moments, the earlier one first."}
        />
        {resend.error && <Refusal error={resend.error} fields={["from", "to"]} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={resend.isPending}>
            Send again
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
