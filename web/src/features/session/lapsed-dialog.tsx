/** Covers a page with unsaved text after its session ended, until the same user signs in again. */
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, LogIn } from "lucide-react";
import { useState } from "react";
import { signInFailure } from "@/auth/failure";
import type { Session } from "@/auth/session";
import { t } from "@/lib/language";
import { displayName } from "@/lib/person";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";

type SignedIn = Extract<Session, { status: "signed-in" }>;
type Props = { user: SignedIn["user"]; lapse: NonNullable<SignedIn["lapse"]> };

/** The browser's own modal dialog is above every other dialog and traps the focus. */
function open(dialog: HTMLDialogElement) {
  dialog.showModal();
  dialog.querySelector<HTMLElement>("button:last-of-type")?.focus();
  return () => dialog.close();
}

export function LapsedDialog({ user, lapse }: Props) {
  const [isBlocked, setBlocked] = useState(false);
  // Created before the press: browsers allow a window only in direct response to one.
  const address = useQuery({
    queryKey: ["lapse"],
    queryFn: lapse.address,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  function openWindow() {
    if (address.data === undefined) return void address.refetch();
    const opened = window.open(address.data, "tollgate-confirm", "popup,width=480,height=720");
    setBlocked(opened === null);
  }

  const failure = address.error && signInFailure(address.error);
  return (
    <dialog
      ref={open}
      aria-labelledby="lapsed-title"
      onCancel={(event) => event.preventDefault()}
      // The dialog below must not handle this Escape.
      onKeyDown={(event) => event.nativeEvent.stopImmediatePropagation()}
      className="pop m-auto w-full max-w-[27rem] rounded-card border border-hairline bg-surface p-5 text-ink shadow-drawer backdrop:bg-canvas max-sm:mb-0 max-sm:max-w-none max-sm:rounded-b-none sm:p-6"
    >
      <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent-ink">
        <LogIn aria-hidden className="size-5" />
      </span>
      <h2 id="lapsed-title" className="mt-4 font-semibold text-lg">
        {t("You were signed out")}
      </h2>
      <div className="mt-1 grid gap-4">
        <p role="status" className="wrap-anywhere text-ink-soft text-sm">
          {isBlocked
            ? t(
                "Your browser blocked the window. Sign in in another tab of this browser, then come back to this one.",
              )
            : t("What you typed is still here. Sign in again as {name} to continue.", {
                name: displayName(user),
              })}
        </p>
        {failure && (
          <Notice icon={CircleAlert} tone="warn" urgent>
            <p className="font-semibold">{failure.title}</p>
            <p>{failure.detail}</p>
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={lapse.giveUp}>{t("Discard changes")}</Button>
          <Button variant="primary" busy={address.isFetching} onClick={openWindow}>
            {t("Sign in again")}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
