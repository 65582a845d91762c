/** Confirms the deletion of the account: lists its effects and requires the user's own address. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { deleteAccount } from "@/api/account";
import { useAccountApi, useApi } from "@/api/client";
import { websitesQuery } from "@/api/websites";
import { useSession } from "@/auth/session";
import { language, t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { Refusal } from "@/ui/refusal";

type Props = {
  /** The text that the user must type. */
  confirm: string;
  onClose: () => void;
};

export function DeleteDialog({ confirm, onClose }: Props) {
  const session = useSession();
  const websites = useQuery(websitesQuery(useApi()));
  const remove = useMutation({
    ...deleteAccount(useAccountApi()),
    // The server refuses all later requests, so the session first records why it ended.
    onSuccess: async ({ at }) => {
      if (session.status === "signed-in") await session.endWithAccount(at);
    },
  });
  const [typed, setTyped] = useState("");
  const isTyped = typed.trim().toLowerCase() === confirm.toLowerCase();
  // The user can confirm only after the list of websites has loaded or failed.
  const mayAct = isTyped && !websites.isPending;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (mayAct && !remove.isPending) remove.mutate(confirm);
  }

  return (
    <Dialog
      title={t("Delete your account")}
      note={t("All your sessions end now. In 14 days, unless you sign in again before then:")}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <ul className="grid list-disc gap-1 pl-5 text-ink-soft text-sm">
          <li>{t("Your name, address, picture and ways to sign in are deleted.")}</li>
          <li>{t("You can no longer use your credits on any website.")}</li>
          <li>{t("Websites keep the data that they have about you.")}</li>
        </ul>
        <Websites names={websites.data?.map(({ name }) => name)} isUnknown={websites.isError} />
        <TextField
          label={t("Type {confirm} to confirm", { confirm })}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {remove.error && <Refusal error={remove.error} />}
        <DialogActions cancel={t("Keep my account")}>
          <Button type="submit" variant="danger" disabled={!mayAct} busy={remove.isPending}>
            {t("Delete account")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The user's own websites, which others rely on. */
function Websites({ names = [], isUnknown }: { names?: string[] | undefined; isUnknown: boolean }) {
  if (names.length === 0 && !isUnknown) return null;
  return (
    <Notice icon={TriangleAlert} tone="warn">
      <p className="font-medium">
        {isUnknown ? t("Any website of yours stops working.") : stops(names)}
      </p>
      <p>
        {t(
          "Sign-in and API keys stop working, and its customers cannot use their credits. To keep it running, ask the operator of this installation to hand it over first.",
        )}
      </p>
    </Notice>
  );
}

const MAX_NAMED = 5;

function stops(names: string[]): string {
  const [name] = names;
  if (name !== undefined && names.length === 1) {
    return t("Your website {name} stops working.", { name });
  }
  const rest = names.length - MAX_NAMED;
  const shown = rest > 0 ? [...names.slice(0, MAX_NAMED), t("{rest} more", { rest })] : names;
  const list = new Intl.ListFormat(language, { type: "conjunction" }).format(shown);
  return t("Your {count} websites stop working: {list}.", { count: names.length, list });
}
