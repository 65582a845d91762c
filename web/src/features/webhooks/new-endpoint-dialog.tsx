/** Adds an endpoint: address, event types and signature scheme. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import type { WebhookEndpointRequest } from "@/api/types";
import { addEndpoint } from "@/api/webhooks";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { usualEvents } from "@/lib/webhook-events";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Segmented } from "@/ui/fields";
import { Refusal, ToField } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { AddressField, useAddress } from "./address-field";
import { EventTicks } from "./event-ticks";

type Signing = NonNullable<WebhookEndpointRequest["signing"]>;

const signings: { value: Signing; label: string }[] = [
  { value: "v1", label: t("Shared secret (v1)") },
  { value: "v1a", label: t("Key pair (v1a)") },
];

type Props = { onClose: () => void; onAdded: (secret: string | null) => void };

export function NewEndpointDialog({ onClose, onAdded }: Props) {
  const add = useMutation(addEndpoint(useApi(), useQueryClient(), useWebsiteScope()));
  const address = useAddress("");
  const [events, setEvents] = useState<readonly string[]>(usualEvents);
  const [signing, setSigning] = useState<Signing>("v1");
  const [isChecked, setChecked] = useState(false);
  const fields = add.error ? problemOf(add.error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (!address.check() || events.length === 0 || add.isPending) return;
    const url = address.typed;
    // The promise also resolves after the dialog was closed: the secret is shown only once.
    void add.mutateAsync({ url, events: [...events], signing }).then(
      ({ secret }) => {
        toast(t("The endpoint is added."));
        onAdded(secret ?? null);
      },
      () => undefined,
    );
  }

  return (
    <Dialog title={t("Add an endpoint")} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <AddressField address={address} refused={fields?.get("url")} />
        <EventTicks
          value={events}
          onChange={setEvents}
          error={
            fields?.get("events") ??
            (isChecked && events.length === 0 ? t("Choose at least one.") : undefined)
          }
        />
        <Segmented
          label={t("Signature")}
          help={t("With a key pair, the receiver needs no secret: it checks with our public key.")}
          options={signings}
          value={signing}
          onChange={setSigning}
        />
        {add.error && <Refusal error={add.error} fields={["url", "events"]} />}
        {address.problem && <ToField key={address.typed} />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={add.isPending}>
            {add.isPending ? t("Adding…") : t("Add endpoint")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
