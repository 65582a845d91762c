/** Asks the operator for a reason before a view as another user. */
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { beginView } from "@/api/operator";
import type { OperatorUserDetail } from "@/api/types";
import { useViews } from "@/auth/view";
import { t } from "@/lib/language";
import { displayName } from "@/lib/person";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Refusal } from "@/ui/refusal";
import { ReasonField } from "./reason-field";

type Props = { user: OperatorUserDetail; onClose: () => void };

export function ViewDialog({ user, onClose }: Props) {
  const views = useViews();
  const begin = useMutation(beginView(useApi(), user.id));
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const text = reason.trim();
  const wrong = begin.error && problemOf(begin.error).fields.get("reason");

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (text === "" || begin.isPending) return;
    begin.mutate(text, { onSuccess: (view) => views.begin(view) });
  }

  return (
    <Dialog
      title={t("View as {name}", { name: displayName(user) })}
      note={t(
        "You see what this person sees: their credits and websites. You cannot change or spend anything. The view ends after 30 minutes or when you reload the page.",
      )}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <ReasonField
          label={t("Reason")}
          value={reason}
          onChange={setReason}
          error={wrong ?? (isChecked && text === "" ? t("Enter a reason.") : undefined)}
        />
        {begin.error && <Refusal error={begin.error} fields={["reason"]} />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={begin.isPending}>
            {t("View")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
