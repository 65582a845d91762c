/** Adds an endpoint: where it is, what it hears of, and how that is signed. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { useSite } from "@/api/site";
import type { NewWebhookEndpoint } from "@/api/types";
import { addEndpoint } from "@/api/webhooks";
import { problemOf } from "@/lib/problem";
import { usualEvents } from "@/lib/webhook-events";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Segmented } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { EventTicks } from "./event-ticks";

type Signing = NonNullable<NewWebhookEndpoint["signing"]>;

const signings: { value: Signing; label: string }[] = [
  { value: "v1", label: "Shared secret (v1)" },
  { value: "v1a", label: "Key pair (v1a)" },
];

type Props = { onClose: () => void; onAdded: (secret: string | null) => void };

export function NewEndpointDialog({ onClose, onAdded }: Props) {
  const add = useMutation(addEndpoint(useApi(), useQueryClient(), useSite()));
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<readonly string[]>(usualEvents);
  const [signing, setSigning] = useState<Signing>("v1");
  const [isChecked, setChecked] = useState(false);
  const isAddress = URL.canParse(url);
  const fields = add.error ? problemOf(add.error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (!isAddress || events.length === 0 || add.isPending) return;
    // The promise is kept also when the dialog is closed meanwhile: the secret is told this once.
    void add.mutateAsync({ url, events: [...events], signing }).then(
      ({ secret }) => {
        toast("The endpoint is added.");
        onAdded(secret ?? null);
      },
      () => undefined,
    );
  }

  return (
    <Dialog title="Add an endpoint" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label="Address"
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://shop.example/hooks/tollgate"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          help="https, at a public address."
          error={
            fields?.get("url") ??
            (isChecked && !isAddress ? "Enter the whole address, with https://." : undefined)
          }
        />
        <EventTicks
          value={events}
          onChange={setEvents}
          error={
            fields?.get("events") ??
            (isChecked && events.length === 0 ? "Choose at least one." : undefined)
          }
        />
        <Segmented
          label="How it is signed"
          help="With a key pair, the receiver needs no secret: it checks with our public key."
          options={signings}
          value={signing}
          onChange={setSigning}
        />
        {add.error && <Refusal error={add.error} fields={["url", "events"]} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={add.isPending}>
            {add.isPending ? "Adding…" : "Add endpoint"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
