/** Asks the user to confirm an action that needs a recent sign-in (RFC 9470); waiting requests share one confirmation. */

/** The current request for confirmation. */
type Asking = {
  /** The maximum age of the sign-in in seconds. */
  maxAge: number;
  /** The window returned without a confirmation. */
  isRefused: boolean;
};

export type StepUp = {
  /** The current request or null; the same object until it changes. */
  current(): Asking | null;
  subscribe(listener: () => void): () => void;
  /** Resolves to true when the user confirmed; concurrent callers share the result. */
  ask(maxAge: number): Promise<boolean>;
  /** The window returned: a confirmation ends the request, otherwise the user can try again. */
  cameBack(confirmed: boolean): void;
  cancel(): void;
};

export function createStepUp(): StepUp {
  const changed = new EventTarget();
  let asking: Asking | null = null;
  let answer: Promise<boolean> | null = null;
  let settle: (confirmed: boolean) => void = () => undefined;

  function show(next: Asking | null): void {
    asking = next;
    changed.dispatchEvent(new Event("change"));
  }

  function end(confirmed: boolean): void {
    answer = null;
    settle(confirmed);
    show(null);
  }

  return {
    current: () => asking,
    subscribe(listener) {
      changed.addEventListener("change", listener);
      return () => changed.removeEventListener("change", listener);
    },
    ask(maxAge) {
      if (answer === null) {
        answer = new Promise((resolve) => {
          settle = resolve;
        });
      }
      // The strictest waiting request decides.
      if (asking === null || maxAge < asking.maxAge) show({ maxAge, isRefused: false });
      return answer;
    },
    cameBack(confirmed) {
      if (asking === null) return;
      if (confirmed) end(true);
      else show({ ...asking, isRefused: true });
    },
    cancel: () => end(false),
  };
}

/** Returns the maximum age that a 401 challenge demands, or null. */
export function wantedAge(answer: Response): number | null {
  const challenge = answer.headers.get("www-authenticate") ?? "";
  if (answer.status !== 401 || !/insufficient_user_authentication/.test(challenge)) return null;
  return Number(/max_age="?(\d+)/.exec(challenge)?.[1] ?? 0);
}
