/** Replaces the key of a connected Stripe account. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { replaceStripeKey } from "@/api/billing";
import { useApi } from "@/api/client";
import type { StripeConnection } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

type Props = { connection: StripeConnection; onClose: () => void };

export function ReplaceKeyDialog({ connection, onClose }: Props) {
  const scope = useWebsiteScope();
  const replace = useMutation(replaceStripeKey(useApi(), useQueryClient(), scope, connection.id));
  const [key, setKey] = useState("");
  const [isChecked, setChecked] = useState(false);
  const fields = replace.error ? problemOf(replace.error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (key.trim() === "" || replace.isPending) return;
    replace.mutate(key.trim(), {
      onSuccess: () => {
        toast(t("The new key is in use."));
        onClose();
      },
    });
  }

  return (
    <Dialog
      title={t("Replace the Stripe key")}
      note={t("The new key must belong to {account}, in the same mode. It is checked first.", {
        account: connection.stripe_account_id,
      })}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={t("New restricted key")}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-sm"
          value={key}
          onChange={(event) => setKey(event.target.value)}
          error={
            fields?.get("api_key") ??
            (isChecked && key.trim() === "" ? t("Paste the key.") : undefined)
          }
        />
        {replace.error && <Refusal error={replace.error} fields={["api_key"]} repeatable />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={replace.isPending}>
            {t("Replace key")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
