/** Renames a passkey. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { renamePasskey } from "@/api/account";
import { useAccountApi } from "@/api/client";
import type { OwnPasskey } from "@/api/types";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

export function RenamePasskeyDialog({
  passkey,
  onClose,
}: {
  passkey: OwnPasskey;
  onClose: () => void;
}) {
  const rename = useMutation(renamePasskey(useAccountApi(), useQueryClient(), passkey.id));
  const [name, setName] = useState(passkey.name);
  const wrong = rename.error ? problemOf(rename.error).fields.get("name") : undefined;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (name.trim() === "" || rename.isPending) return;
    rename.mutate(name.trim(), {
      onSuccess: () => {
        toast(t("Renamed to {name}.", { name: name.trim() }));
        onClose();
      },
    });
  }

  return (
    <Dialog title={t("Rename {name}", { name: passkey.name })} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={t("Name")}
          help={t("A name that you recognise, such as “Work laptop”.")}
          value={name}
          maxLength={64}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
          error={name.trim() === "" ? t("Enter a name.") : wrong}
        />
        {rename.error && <Refusal error={rename.error} fields={["name"]} />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={rename.isPending}>
            {t("Rename")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
