/** Asks the user before unsaved form text is lost. */
import { useBlocker } from "@tanstack/react-router";
import { type InputEvent, type SubmitEvent, Suspense, useEffect, useRef } from "react";
import { t } from "@/lib/language";
import { registerWork } from "@/lib/unsaved-work";
import { Confirm } from "./later";

const alertsIn = (form: HTMLFormElement) => [...form.querySelectorAll("[role=alert]")];

/** A form is unsaved if its last submission added a new error. */
function isRefused([form, before]: [HTMLFormElement, Element[]]): boolean {
  return form.isConnected && alertsIn(form).some((alert) => !before.includes(alert));
}

type Listeners = {
  onInput: (event: InputEvent<HTMLElement>) => void;
  onSubmit: (event: SubmitEvent<HTMLElement>) => void;
};

export type Unsaved = { listeners: Listeners; isUnsaved: () => boolean; forget: () => void };

/** Tracks the forms below the element that gets the returned listeners. */
export function useUnsaved(): Unsaved {
  const typed = useRef(new Set<HTMLFormElement>());
  const submitted = useRef(new Map<HTMLFormElement, Element[]>());
  // The session is outside of React. The server may still refuse a submitted form, so it counts as unsaved here.
  useEffect(
    () =>
      registerWork(() =>
        [...typed.current, ...submitted.current.keys()].some((form) => form.isConnected),
      ),
    [],
  );
  return {
    listeners: {
      onInput({ target }) {
        const form = target instanceof Element ? target.closest("form:not([role=search])") : null;
        if (form instanceof HTMLFormElement) typed.current.add(form);
      },
      onSubmit({ target }) {
        if (!(target instanceof HTMLFormElement)) return;
        typed.current.delete(target);
        submitted.current.set(target, alertsIn(target));
      },
    },
    isUnsaved: () =>
      [...typed.current].some((form) => form.isConnected) || [...submitted.current].some(isRefused),
    forget() {
      typed.current.clear();
      submitted.current.clear();
    },
  };
}

type GuardProps = {
  isUnsaved: () => boolean;
  /** A change of the address's search also closes the guarded form. */
  isSearchGuarded?: boolean;
};

/** Asks before another page replaces this one, and before the tab is closed. */
export function UnsavedGuard({ isUnsaved, isSearchGuarded = false }: GuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      (current.pathname !== next.pathname || isSearchGuarded) && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return <AskToLeave onStay={reset} onLeave={proceed} />;
}

export function AskToLeave({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Suspense>
      <Confirm
        title={t("Leave without saving?")}
        effect={t("Your changes are not saved.")}
        action={t("Leave")}
        cancel={t("Keep editing")}
        busy={false}
        error={null}
        onClose={onStay}
        onConfirm={onLeave}
      />
    </Suspense>
  );
}
