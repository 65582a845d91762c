/** Changes the address and the event types of an endpoint. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import type { WebhookEndpoint } from "@/api/types";
import { changeEndpoint } from "@/api/webhooks";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { AddressField, useAddress } from "./address-field";
import { EventTicks } from "./event-ticks";

type Props = { endpoint: WebhookEndpoint; onClose: () => void };

export function ChangeEndpointDialog({ endpoint, onClose }: Props) {
  const change = useMutation(
    changeEndpoint(useApi(), useQueryClient(), useWebsiteScope(), endpoint.id),
  );
  const address = useAddress(endpoint.url);
  const [events, setEvents] = useState<readonly string[]>(endpoint.events);
  const fields = change.error ? problemOf(change.error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!address.check() || events.length === 0 || change.isPending) return;
    const url = address.typed;
    change.mutate(
      { url, events: [...events] },
      {
        onSuccess: () => {
          toast(t("The endpoint is saved."));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog title={t("Edit endpoint")} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <AddressField address={address} refused={fields?.get("url")} />
        <EventTicks
          value={events}
          onChange={setEvents}
          error={
            fields?.get("events") ?? (events.length === 0 ? t("Choose at least one.") : undefined)
          }
        />
        {change.error && <Refusal error={change.error} fields={["url", "events"]} />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={change.isPending}>
            {t("Save endpoint")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
