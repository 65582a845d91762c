/** The end of the account: what happens, and one's own address typed. */
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { deleteAccount } from "@/api/account";
import { useAccountApi } from "@/api/client";
import { useSession } from "@/auth/session";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";

type Props = {
  /** What has to be typed. */
  confirm: string;
  onClose: () => void;
};

export function DeleteDialog({ confirm, onClose }: Props) {
  const session = useSession();
  const remove = useMutation({
    ...deleteAccount(useAccountApi()),
    // Whatever is asked from now on would be refused: the session says first why it ended.
    onSuccess: async ({ at }) => {
      if (session.status === "signed-in") await session.endWithAccount(at);
    },
  });
  const [typed, setTyped] = useState("");
  const isTyped = typed.trim().toLowerCase() === confirm.toLowerCase();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isTyped && !remove.isPending) remove.mutate(confirm);
  }

  return (
    <Dialog
      title="Delete your account"
      note="Every session ends now. Websites that know you keep what you gave them."
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={`Type ${confirm} to confirm`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {remove.error && <Refusal error={remove.error} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Keep my account</Button>
          <Button type="submit" variant="danger" disabled={!isTyped} busy={remove.isPending}>
            Delete account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
