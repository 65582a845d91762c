/** Manages the page's sign-in: starts, renews and ends it, and keeps all tabs in step. */
import type { SigninRedirectArgs, User } from "oidc-client-ts";
import { safeReturnPath } from "@/lib/return-path";
import { paths } from "@/paths";
import { isSignedOutError, StorageBlocked, signInFailure } from "./failure";
import type { Keeper, Start } from "./keeper-types";
import type { Manager } from "./manager";
import { operatorScope, usualScope } from "./settings";
import { createStepUp } from "./step-up";

type Surroundings = {
  /** Sends messages to other tabs; null in browsers without BroadcastChannel. */
  channel: Pick<BroadcastChannel, "postMessage" | "addEventListener"> | null;
  /** Replaces the address in the bar without navigation. */
  replaceAddress(path: string): void;
  /** Checks that the browser stores data between pages. */
  remembers(): boolean;
  /** Checks for unsaved text on the page. */
  hasWork(): boolean;
};

/** Messages between tabs, besides the end of an account; public/silent.js sends the last two. */
const messages = { signedOut: "signed-out", confirmed: "confirmed", refused: "not-confirmed" };

/** The maximum age in seconds of a sign-in that enters the operator's area. */
const operatorMaxAge = 300;

export function createKeeper(
  manager: Manager,
  { channel, replaceAddress, remembers, hasWork }: Surroundings,
): Keeper {
  let elsewhere = false;
  let goneForGood: string | null = null;
  let renewal: Promise<User | null> | null = null;
  let checking: Promise<void> | null = null;
  let lapsed: User | null = null;
  const lapseChanged = new EventTarget();
  const stepUp = createStepUp();

  function setLapsed(user: User | null): void {
    if (user === lapsed) return;
    lapsed = user;
    lapseChanged.dispatchEvent(new Event("change"));
  }

  async function forget(): Promise<void> {
    elsewhere = (await manager.getUser()) !== null || lapsed !== null;
    setLapsed(null);
    await manager.removeUser();
  }

  /** Ends the session; a page with unsaved text stays under a cover. */
  async function end(): Promise<void> {
    const user = (await manager.getUser()) ?? lapsed;
    if (user === null || !hasWork()) return forget();
    setLapsed(user);
    await manager.removeUser();
  }

  async function forgetWithAccount(at: string): Promise<void> {
    goneForGood = at;
    setLapsed(null);
    await manager.removeUser();
  }

  /** Renews with the current scopes; concurrent requests share one silent sign-in. */
  function renew(): Promise<User | null> {
    renewal ??= manager
      .getUser()
      .then((user) => manager.signinSilent({ scope: scopeOf(user ?? lapsed) }))
      .then((user) => {
        if (user !== null) setLapsed(null);
        return user;
      })
      .catch(async (error: unknown) => {
        if (isSignedOutError(error)) await end();
        return null;
      })
      .finally(() => {
        renewal = null;
      });
    return renewal;
  }

  async function checkNow(): Promise<void> {
    const isKnown = (await manager.getUser()) !== null || lapsed !== null;
    if (isKnown) await renew();
  }

  channel?.addEventListener("message", (event) => {
    if (!("data" in event)) return;
    if (event.data === messages.signedOut) void forget();
    const account = endedAccount(event.data);
    if (account !== null) void forgetWithAccount(account);
    if (event.data === messages.confirmed) {
      stepUp.cameBack(true);
      if (lapsed !== null) void renew();
    }
    if (event.data === messages.refused) stepUp.cameBack(false);
  });
  manager.events.addAccessTokenExpiring(() => void renew());
  // A computer that slept has an expired token: try one renewal before ending the session.
  manager.events.addAccessTokenExpired(() => void renew());

  async function finishCallback(address: URL): Promise<Start> {
    try {
      const user = await manager.signinCallback(address.href);
      replaceAddress(safeReturnPath(returnPathOf(user?.state), paths.home()));
      return { failure: null, atCallback: true };
    } catch (error) {
      const reason = remembers() ? error : new StorageBlocked();
      return { failure: signInFailure(reason), atCallback: true };
    }
  }

  async function trySilently(): Promise<Start> {
    try {
      if (!remembers()) throw new StorageBlocked();
      await manager.signinSilent();
      return { failure: null, atCallback: false };
    } catch (error) {
      const failure = isSignedOutError(error) ? null : signInFailure(error);
      return { failure, atCallback: false };
    }
  }

  async function redirect(returnTo: string, more: SigninRedirectArgs = {}): Promise<void> {
    if (!remembers()) throw new StorageBlocked();
    await manager.signinRedirect({ state: { returnTo }, nonce: crypto.randomUUID(), ...more });
  }

  /** Starts the sign-in for the static landing page. */
  async function startSignIn(address: URL): Promise<Start> {
    const returnTo = safeReturnPath(address.searchParams.get("to"), paths.home());
    // "Back" must lead to the previous page and not start another sign-in.
    replaceAddress(returnTo);
    try {
      await redirect(returnTo);
      return { failure: null, atCallback: false };
    } catch (error) {
      return { failure: signInFailure(error), atCallback: false };
    }
  }

  /** The idp confirms only the user of the hint. */
  async function sameUserRequest(maxAge: number) {
    return { max_age: maxAge, ...hintOf(await manager.getUser()) };
  }

  /** The window's response carries no token: it only refreshes the session, which the next renewal uses. */
  const windowAddress = (request: { max_age?: number; id_token_hint?: string }, about?: string) =>
    manager.addressOf({
      ...request,
      redirect_uri: manager.settings.silent_redirect_uri,
      scope: "openid",
      extraQueryParams: aboutClient(about),
      nonce: crypto.randomUUID(),
    });

  return {
    manager,
    stepUp,
    // Each path makes exactly one attempt for each page load, so it cannot loop.
    start(address) {
      if (address.pathname === paths.signInCallback()) return finishCallback(address);
      if (address.pathname === paths.startSignIn()) return startSignIn(address);
      return trySilently();
    },
    signIn: (returnTo) => redirect(returnTo),
    operate: async (returnTo) =>
      redirect(returnTo, { ...(await sameUserRequest(operatorMaxAge)), scope: widerScope }),
    confirmInThisTab: async (maxAge, returnTo, about) =>
      redirect(returnTo, {
        ...(await sameUserRequest(maxAge)),
        extraQueryParams: { ...manager.settings.extraQueryParams, ...aboutClient(about) },
        scope: scopeOf(await manager.getUser()),
      }),
    confirmationAddress: async (maxAge, about) =>
      windowAddress(await sameUserRequest(maxAge), about),
    async signOut() {
      channel?.postMessage(messages.signedOut);
      await manager.signoutRedirect();
    },
    async accessToken() {
      // Waits for a running check of the session.
      await checking;
      const user = await manager.getUser();
      if (user === null) return null;
      return user.expired ? ((await renew())?.access_token ?? null) : user.access_token;
    },
    renewedToken: async () => (await renew())?.access_token ?? null,
    proof: (token, request, nonce) => manager.proof(token, request, nonce),
    endedElsewhere: () => elsewhere,
    async endWithAccount(at) {
      channel?.postMessage({ goneForGood: at });
      await forgetWithAccount(at);
    },
    goneForGood: () => goneForGood,
    check() {
      checking ??= checkNow().finally(() => {
        checking = null;
      });
      return checking;
    },
    lapse: {
      current: () => lapsed,
      subscribe(listener) {
        lapseChanged.addEventListener("change", listener);
        return () => lapseChanged.removeEventListener("change", listener);
      },
      address: () => windowAddress(hintOf(lapsed)),
      giveUp() {
        elsewhere = true;
        setLapsed(null);
      },
    },
  };
}

function hintOf(user: User | null): { id_token_hint?: string } {
  return user?.id_token ? { id_token_hint: user.id_token } : {};
}

/** Names the action's website by its client id, so that the confirmation page shows the client's name. */
function aboutClient(about?: string): Record<string, string> {
  return about === undefined ? {} : { about_client: about };
}

const widerScope = `${usualScope} ${operatorScope}`;

/** Checks that the sign-in includes the operator scope. */
export function mayOperate(user: User | null): boolean {
  return user?.scopes.includes(operatorScope) ?? false;
}

function scopeOf(user: User | null): string {
  return mayOperate(user) ? widerScope : usualScope;
}

/** Returns the deletion time from another tab's message, or null. */
function endedAccount(message: unknown): string | null {
  if (typeof message !== "object" || message === null || !("goneForGood" in message)) return null;
  return typeof message.goneForGood === "string" ? message.goneForGood : null;
}

function returnPathOf(state: unknown): unknown {
  return typeof state === "object" && state !== null && "returnTo" in state ? state.returnTo : null;
}
