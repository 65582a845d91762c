/** The end of the account: what happens, one's own address typed, and until when it can be undone. */
import { useMutation } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { deleteAccount } from "@/api/account";
import { useAccountApi } from "@/api/client";
import { useSession } from "@/auth/session";
import { calendarDay } from "@/lib/time";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { Refusal } from "@/ui/refusal";

type Props = {
  /** What has to be typed. */
  confirm: string;
  onClose: () => void;
};

export function DeleteDialog({ confirm, onClose }: Props) {
  const remove = useMutation(deleteAccount(useAccountApi()));
  const [typed, setTyped] = useState("");
  const isTyped = typed.trim().toLowerCase() === confirm.toLowerCase();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isTyped && !remove.isPending) remove.mutate(confirm);
  }

  if (remove.data) return <Deleted at={remove.data.at} />;
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

/** Nobody is signed in any more: one word about it, and the way out. */
function Deleted({ at }: { at: string }) {
  const session = useSession();
  const leave = useMutation({
    mutationFn: async () => {
      if (session.status === "signed-in") await session.signOut();
    },
    networkMode: "always",
  });
  return (
    <Dialog firm title="Your account is being deleted" onClose={() => leave.mutate()}>
      <div className="grid gap-4">
        <Notice icon={CalendarClock} tone="warn" urgent>
          It is gone for good on {calendarDay(at)}. Sign in before that day, and it stays.
        </Notice>
        <Button
          variant="primary"
          busy={leave.isPending}
          onClick={() => leave.mutate()}
          className="justify-self-end"
        >
          Leave
        </Button>
      </div>
    </Dialog>
  );
}
