/** Passkeys: the devices that sign in without a mail or a password, with the names that people give them. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { lazy, type SubmitEvent, Suspense, useState } from "react";
import { renamePasskey, type WayIn } from "@/api/account";
import { useAccountApi } from "@/api/client";
import type { OwnPasskey, WaysIn } from "@/api/types";
import { problemOf } from "@/lib/problem";
import { paths } from "@/paths";
import { Button, ButtonAnchor } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { atIdp } from "./at-idp";
import { Remove } from "./remove";
import { Row } from "./row";
import { Since } from "./since";

const Dialog = lazy(async () => ({ default: (await import("@/ui/dialog")).Dialog }));

type Props = { ways: WaysIn; onRemove: (way: WayIn) => void };

export function Passkeys({ ways, onRemove }: Props) {
  const { passkeys, can_remove } = ways;
  const [renaming, setRenaming] = useState<OwnPasskey | null>(null);
  const add = (
    <ButtonAnchor size="small" href={atIdp(paths.ownPasskeys(), paths.waysIn())}>
      Add a passkey
    </ButtonAnchor>
  );
  return (
    <Card aria-labelledby="passkeys">
      <CardHeader
        id="passkeys"
        title="Passkeys"
        note="A fingerprint, a face or a key instead of a mail."
        action={passkeys.length > 0 && add}
      />
      {passkeys.length === 0 ? (
        <EmptyState icon={Fingerprint} title="No passkey yet" action={add}>
          The quickest way in, and one that nobody can phish.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-hairline">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Row
                icon={Fingerprint}
                title={passkey.name}
                note={<Since word="Added" since={passkey.created_at} used={passkey.last_used_at} />}
              >
                <div className="flex flex-wrap gap-2">
                  <Button size="small" onClick={() => setRenaming(passkey)}>
                    Rename <span className="sr-only">{passkey.name}</span>
                  </Button>
                  <Remove
                    verdict={can_remove[passkey.id]}
                    name={passkey.name}
                    onPress={() =>
                      onRemove({ kind: "passkey", id: passkey.id, name: passkey.name })
                    }
                  />
                </div>
              </Row>
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {renaming && <Renaming passkey={renaming} onClose={() => setRenaming(null)} />}
      </Suspense>
    </Card>
  );
}

function Renaming({ passkey, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const rename = useMutation(renamePasskey(useAccountApi(), useQueryClient(), passkey.id));
  const [name, setName] = useState(passkey.name);
  const wrong = rename.error ? problemOf(rename.error).fields.get("name") : undefined;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (name.trim() === "" || rename.isPending) return;
    rename.mutate(name.trim(), {
      onSuccess: () => {
        toast(`It is called ${name.trim()} now.`);
        onClose();
      },
    });
  }

  return (
    <Dialog title={`Rename ${passkey.name}`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label="Name"
          help="What you would recognise it by, such as “Work laptop”."
          value={name}
          maxLength={64}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
          error={name.trim() === "" ? "Give it a name." : wrong}
        />
        {rename.error && <Refusal error={rename.error} fields={["name"]} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={rename.isPending}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
