/** Acts that want a young sign-in (RFC 9470): asks the person to confirm, once for all that wait, and tells how it went. */

/** What is asked of the person now. */
type Asking = {
  /** So many seconds ago the sign-in may have been. */
  maxAge: number;
  /** The window came back without a yes. */
  isRefused: boolean;
};

export type StepUp = {
  /** What is asked now, or nothing; the same object until it changes. */
  current(): Asking | null;
  subscribe(listener: () => void): () => void;
  /** True when the person confirmed; whoever else asks meanwhile waits for the same answer. */
  ask(maxAge: number): Promise<boolean>;
  /** The window came back: with a yes it is over, without one it can be tried again. */
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
      // The strictest of those who wait decides.
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

/** How young the sign-in has to be, when that is why the answer is a no; null when it is not. */
export function wantedAge(answer: Response): number | null {
  const challenge = answer.headers.get("www-authenticate") ?? "";
  if (answer.status !== 401 || !/insufficient_user_authentication/.test(challenge)) return null;
  return Number(/max_age="?(\d+)/.exec(challenge)?.[1] ?? 0);
}
