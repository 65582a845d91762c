/** Changes where an endpoint is and what it hears of. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { useSite } from "@/api/site";
import type { WebhookEndpoint } from "@/api/types";
import { changeEndpoint } from "@/api/webhooks";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { EventTicks } from "./event-ticks";

type Props = { endpoint: WebhookEndpoint; onClose: () => void };

export function ChangeEndpointDialog({ endpoint, onClose }: Props) {
  const change = useMutation(changeEndpoint(useApi(), useQueryClient(), useSite(), endpoint.id));
  const [url, setUrl] = useState(endpoint.url);
  const [events, setEvents] = useState<readonly string[]>(endpoint.events);
  const isAddress = URL.canParse(url);
  const fields = change.error ? problemOf(change.error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isAddress || events.length === 0 || change.isPending) return;
    change.mutate(
      { url, events: [...events] },
      {
        onSuccess: () => {
          toast("The endpoint is saved.");
          onClose();
        },
      },
    );
  }

  return (
    <Dialog title="Change the endpoint" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          autoComplete="off"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          help="https, at a public address."
          error={
            fields?.get("url") ??
            (isAddress ? undefined : "Enter the whole address, with https://.")
          }
        />
        <EventTicks
          value={events}
          onChange={setEvents}
          error={
            fields?.get("events") ?? (events.length === 0 ? "Choose at least one." : undefined)
          }
        />
        {change.error && <Refusal error={change.error} fields={["url", "events"]} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={change.isPending}>
            Save endpoint
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
