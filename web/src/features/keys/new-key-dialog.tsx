/** Creates an API key: name, permissions and limits. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { createKey } from "@/api/keys";
import { useWebsiteScope } from "@/api/website-scope";
import { usualScopes } from "@/lib/key-scopes";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { CapsFields, capsOf } from "./caps-fields";
import { ScopeTicks } from "./scope-ticks";

type Props = { scale: number; onClose: () => void; onMade: (secret: string) => void };

export function NewKeyDialog({ scale, onClose, onMade }: Props) {
  const scope = useWebsiteScope();
  const create = useMutation(createKey(useApi(), useQueryClient(), scope));
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly string[]>(usualScopes);
  const [typed, setTyped] = useState({ perOperation: "", perDay: "" });
  const [isChecked, setChecked] = useState(false);
  const maySpend = scopes.includes("credits.spend");
  const fields = create.error ? problemOf(create.error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    // Hidden limits are neither sent nor validated.
    const caps = maySpend ? capsOf(typed, scale) : {};
    if (name.trim() === "" || caps === null || create.isPending) return;
    const request = {
      name: name.trim(),
      scopes: [...scopes],
      ...(Object.keys(caps).length > 0 && { caps }),
    };
    // The promise also resolves after the dialog was closed: the key is shown only once.
    void create.mutateAsync(request).then(
      ({ key }) => onMade(key),
      () => undefined,
    );
  }

  return (
    <Dialog
      title={t("Create a key")}
      note={scope.mode === "live" ? t("It moves real credits.") : t("It moves play credits only.")}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={t("Name")}
          name="name"
          autoComplete="off"
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
          help={t("Where it will be used: “Production”, “Nightly job”.")}
          error={
            fields?.get("name") ??
            (isChecked && name.trim() === "" ? t("Give the key a name.") : undefined)
          }
        />
        <ScopeTicks value={scopes} onChange={setScopes} />
        {maySpend && <CapsFields scale={scale} value={typed} onChange={setTyped} />}
        {create.error && <Refusal error={create.error} fields={["name"]} />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {create.isPending ? t("Creating…") : t("Create key")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
