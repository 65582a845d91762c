/** Asks the user to confirm their identity in a small window, while the page and its unsaved text stay. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useParams } from "@tanstack/react-router";
import { CircleAlert, ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Website } from "@/api/types";
import { type SignInFailure, signInFailure } from "@/auth/failure";
import type { Confirmation } from "@/auth/session";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";

/** The browser's own modal dialog is above every other dialog and traps the focus. */
function open(dialog: HTMLDialogElement) {
  dialog.showModal();
  // Only closing a dialog restores the focus.
  return () => dialog.close();
}

/** Returns the client id of the page's website; the layout has already requested the list. */
function useClientId(): string | undefined {
  const { site: websiteId } = useParams({ strict: false });
  const websites = useQueryClient().getQueryData<Website[]>(["websites"]);
  return websites?.find(({ id }) => id === websiteId)?.client_id;
}

type Step = "ask" | "waiting" | "blocked";

export function ConfirmDialog({ confirmation }: { confirmation: Confirmation }) {
  const { isRefused, cancel, inThisTab } = confirmation;
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const about = useClientId();
  const [step, setStep] = useState<Step>("ask");
  // Created before the press: browsers allow a window only in direct response to one.
  const address = useQuery({
    queryKey: ["confirmation"],
    queryFn: () => confirmation.address(about),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const leave = useMutation({ mutationFn: () => inThisTab(here, about), networkMode: "always" });
  const error = leave.error ?? address.error;

  function openWindow() {
    if (address.data === undefined) return void address.refetch();
    const opened = window.open(address.data, "tollgate-confirm", "popup,width=480,height=720");
    setStep(opened === null ? "blocked" : "waiting");
  }

  return (
    <dialog
      ref={open}
      aria-labelledby="confirm-title"
      onCancel={cancel}
      // The dialog below must not handle this Escape.
      onKeyDown={(event) => event.nativeEvent.stopImmediatePropagation()}
      className="pop m-auto w-full max-w-[27rem] rounded-card border border-hairline bg-surface p-5 text-ink shadow-drawer backdrop:bg-scrim max-sm:mb-0 max-sm:max-w-none max-sm:rounded-b-none sm:p-6"
    >
      <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent-ink">
        <ShieldCheck aria-hidden className="size-5" />
      </span>
      <h2 id="confirm-title" className="mt-4 font-semibold text-lg">
        {t("Confirm it is you")}
      </h2>
      <div className="mt-1 grid gap-4">
        <Words step={step} />
        {error ? (
          <Trouble failure={signInFailure(error)} />
        ) : (
          isRefused && <Trouble failure={notConfirmed} />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={cancel}>{t("Cancel")}</Button>
          {step === "blocked" ? (
            <Button variant="primary" busy={leave.isPending} onClick={() => leave.mutate()}>
              {t("Confirm in this tab")}
            </Button>
          ) : (
            <Button variant="primary" busy={address.isFetching} onClick={openWindow}>
              {step === "waiting" ? t("Open the window again") : t("Confirm")}
            </Button>
          )}
        </div>
      </div>
    </dialog>
  );
}

const notConfirmed = {
  title: t("Not confirmed"),
  detail: t("Sign in as the same person, or cancel. Nothing was changed."),
};

const words: Record<Step, ReactNode> = {
  ask: t(
    "For your security, sign in again to continue. A small window opens; what you typed here stays.",
  ),
  waiting: t("Sign in in the small window. This page then continues."),
  blocked: t(
    "Your browser blocked the window. Confirm in this tab instead. You will come back here and can repeat the action.",
  ),
};

function Words({ step }: { step: Step }) {
  return (
    <p role="status" className="text-pretty text-ink-soft text-sm">
      {words[step]}
    </p>
  );
}

function Trouble({ failure }: { failure: Pick<SignInFailure, "title" | "detail"> }) {
  return (
    <Notice icon={CircleAlert} tone="warn" urgent>
      <p className="font-semibold">{failure.title}</p>
      <p>{failure.detail}</p>
    </Notice>
  );
}
