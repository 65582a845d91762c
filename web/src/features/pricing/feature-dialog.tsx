/** Names a feature: the code by which back ends spend, and words for people. */
import { type SubmitEvent, useState } from "react";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";

type Props = {
  busy: boolean;
  error: Error | null;
  onSave: (feature: { code: string; name: string }) => void;
  onClose: () => void;
};

export function FeatureDialog({ busy, error, onSave, onClose }: Props) {
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const [isChecked, setChecked] = useState(false);
  const fields = error ? problemOf(error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (code.trim() === "" || name.trim() === "" || busy) return;
    onSave({ code: code.trim(), name: name.trim() });
  }

  return (
    <Dialog title="Add a feature" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
          help="Your customers read it in their ledger."
          error={
            fields?.get("name") ?? (isChecked && name.trim() === "" ? "Give it a name." : undefined)
          }
        />
        <TextField
          label="Code"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          placeholder="image.large"
          className="font-mono text-sm"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          help="Your back end names it when it spends. It stays as it is."
          error={
            fields?.get("code") ?? (isChecked && code.trim() === "" ? "Give it a code." : undefined)
          }
        />
        {error && <Refusal error={error} fields={["name", "code"]} repeatable />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Add feature
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
