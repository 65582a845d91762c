/** Asks the user to confirm an action that needs a recent sign-in (RFC 9470); waiting requests share one confirmation. */

/** The current request for confirmation. */
type ConfirmationRequest = {
  /** The maximum age of the sign-in in seconds. */
  maxAge: number;
  /** The window returned without a confirmation. */
  isRefused: boolean;
};

export type StepUp = {
  /** The current request or null; the same object until it changes. */
  current(): ConfirmationRequest | null;
  subscribe(listener: () => void): () => void;
  /** Resolves to true when the user confirmed; concurrent callers share the result. */
  ask(maxAge: number): Promise<boolean>;
  /** The window returned: a confirmation ends the request, otherwise the user can try again. */
  cameBack(confirmed: boolean): void;
  cancel(): void;
};

export function createStepUp(): StepUp {
  const changed = new EventTarget();
  let pending: ConfirmationRequest | null = null;
  let response: Promise<boolean> | null = null;
  let settle: (confirmed: boolean) => void = () => undefined;

  function show(next: ConfirmationRequest | null): void {
    pending = next;
    changed.dispatchEvent(new Event("change"));
  }

  function end(confirmed: boolean): void {
    response = null;
    settle(confirmed);
    show(null);
  }

  return {
    current: () => pending,
    subscribe(listener) {
      changed.addEventListener("change", listener);
      return () => changed.removeEventListener("change", listener);
    },
    ask(maxAge) {
      if (response === null) {
        response = new Promise((resolve) => {
          settle = resolve;
        });
      }
      // The strictest waiting request decides.
      if (pending === null || maxAge < pending.maxAge) show({ maxAge, isRefused: false });
      return response;
    },
    cameBack(confirmed) {
      if (pending === null) return;
      if (confirmed) end(true);
      else show({ ...pending, isRefused: true });
    },
    cancel: () => end(false),
  };
}

/** Returns the maximum age that a 401 challenge demands, or null. */
export function demandedMaxAge(response: Response): number | null {
  const challenge = response.headers.get("www-authenticate") ?? "";
  if (response.status !== 401 || !/insufficient_user_authentication/.test(challenge)) return null;
  return Number(/max_age="?(\d+)/.exec(challenge)?.[1] ?? 0);
}
