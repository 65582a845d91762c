/** Transfers a website to another owner, before or after its owner's account is deleted. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { handOverWebsite } from "@/api/operator";
import type { OperatorWebsite } from "@/api/types";
import { t } from "@/lib/language";
import { displayName } from "@/lib/person";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { ReasonField } from "./reason-field";

type Props = { website: OperatorWebsite; onClose: () => void };

export function HandOverDialog({ website, onClose }: Props) {
  const run = useMutation(handOverWebsite(useApi(), useQueryClient(), website.id));
  const [user, setUser] = useState("");
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const id = user.trim();
  const wrong = run.error && problemOf(run.error).fields.get("user_id");
  // The only conflict is a live subscription; the second press hands the website over all the same.
  const isConflict = run.error !== null && problemOf(run.error).status === 409;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (id === "" || run.isPending) return;
    run.mutate(
      { user_id: id, reason: reason.trim(), force: isConflict },
      {
        onSuccess: () => {
          toast(t("{name} is handed over.", { name: website.name }));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title={t("Hand over {name}", { name: website.name })}
      note={t("Includes its customers, credits, keys and sign-in. {whatFollows}", {
        whatFollows: whatFollows(website),
      })}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={t("User id of the new owner")}
          help={t("Find it on their page under Users.")}
          value={user}
          onChange={({ target }) => setUser(target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={
            wrong ?? (isChecked && id === "" ? t("Enter the user id of the new owner.") : undefined)
          }
        />
        <ReasonField label={t("Reason (optional)")} value={reason} onChange={setReason} />
        {run.error && <Refusal error={run.error} fields={["user_id"]} />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={run.isPending}>
            {isConflict ? t("Hand over anyway") : t("Hand over")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function whatFollows({ owner, status }: OperatorWebsite): string {
  if (owner.is_deleted) {
    return t(
      "It stays suspended until its new owner resumes it, or until you do if you suspended it. The new owner should create new secrets first.",
    );
  }
  const known = t(
    "The new owner should create new secrets, because {name} knows the current ones.",
    { name: displayName(owner) },
  );
  return `${status === "active" ? t("The new owner runs it from then on.") : t("It stays suspended.")} ${known}`;
}
