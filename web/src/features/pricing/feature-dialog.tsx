/** Adds or renames a feature: the code for spends, and a name for users. */
import { type SubmitEvent, useState } from "react";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";

type Props = {
  busy: boolean;
  error: Error | null;
  onSave: (feature: { code: string; name: string }) => void;
  onClose: () => void;
};

/** The API's rule for codes. */
const codeRule = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export function FeatureDialog({ busy, error, onSave, onClose }: Props) {
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isCode = codeRule.test(code.trim());
  const fields = error ? problemOf(error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (!isCode || name.trim() === "" || busy) return;
    onSave({ code: code.trim(), name: name.trim() });
  }

  return (
    <Dialog title={t("Add a feature")} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={t("Name")}
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
          help={t("Your customers see it in their ledger.")}
          error={
            fields?.get("name") ??
            (isChecked && name.trim() === "" ? t("Enter a name.") : undefined)
          }
        />
        <TextField
          label={t("Code")}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          placeholder="image.large"
          className="font-mono text-sm"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          help={t("Your back end sends this code when it spends. It cannot be changed.")}
          error={
            fields?.get("code") ??
            (isChecked && !isCode
              ? t(
                  "Use 1 to 64 characters: a to z, 0 to 9, dot, dash and underscore. Start with a letter or digit.",
                )
              : undefined)
          }
        />
        {error && <Refusal error={error} fields={["name", "code"]} repeatable />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={busy}>
            {t("Add feature")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
