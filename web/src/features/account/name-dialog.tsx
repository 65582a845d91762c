/** Changes the user's name here and on every website. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { changeProfile } from "@/api/account";
import { useAccountApi } from "@/api/client";
import { useSession } from "@/auth/session";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

export function NameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const session = useSession();
  const change = useMutation(changeProfile(useAccountApi(), useQueryClient()));
  const [typed, setTyped] = useState(name);
  const [isChecked, setChecked] = useState(false);
  const wrong = change.error && problemOf(change.error).fields.get("name");

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (typed.trim() === "" || change.isPending) return;
    change.mutate(
      { name: typed.trim() },
      {
        onSuccess: () => {
          toast(t("Your name is changed."));
          // The session loads the new name.
          if (session.status === "signed-in") void session.refresh();
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title={t("Change name")}
      note={t("Websites see it when you next sign in to them.")}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={t("Name")}
          value={typed}
          maxLength={200}
          autoComplete="name"
          onChange={({ target }) => setTyped(target.value)}
          error={wrong ?? (isChecked && typed.trim() === "" ? t("Enter a name.") : undefined)}
        />
        {change.error && <Refusal error={change.error} fields={["name"]} />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={change.isPending}>
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
