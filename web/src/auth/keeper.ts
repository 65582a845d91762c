/** Keeps the one sign-in of this page: starts it, renews it, ends it, in every tab at once. */
import type { SigninRedirectArgs, User } from "oidc-client-ts";
import { safeReturnPath } from "@/lib/return-path";
import { paths } from "@/paths";
import { isSignedOutAnswer, NothingIsKept, signInFailure } from "./failure";
import type { Keeper, Start } from "./keeper-types";
import type { Manager } from "./manager";
import { operatorScope, usualScope } from "./settings";
import { createStepUp } from "./step-up";

type Surroundings = {
  /** Tells other tabs and hears from them; absent where browsers have no such channel. */
  channel: Pick<BroadcastChannel, "postMessage" | "addEventListener"> | null;
  /** Changes the address in the bar without a visit. */
  replaceAddress(path: string): void;
  /** Whether the browser remembers anything for us from one page to the next. */
  remembers(): boolean;
  /** Whether the page holds typed text that would be lost with it. */
  hasWork(): boolean;
};

/** What tabs tell each other, besides the end of an account; public/silent.js says the last two. */
const messages = { signedOut: "signed-out", confirmed: "confirmed", refused: "not-confirmed" };

/** So young has to be the sign-in with which somebody enters the operator's area. */
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

  /** The session is over; typed text outlives it, under a cover. */
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

  /** One silent sign-in at a time, however many requests ask for it; for what this sign-in has, and never for more. */
  function renew(): Promise<User | null> {
    renewal ??= manager
      .getUser()
      .then((user) => manager.signinSilent({ scope: scopeOf(user ?? lapsed) }))
      .then((user) => {
        if (user !== null) setLapsed(null);
        return user;
      })
      .catch(async (error: unknown) => {
        if (isSignedOutAnswer(error)) await end();
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
  // A machine that slept finds its token expired: ask once before believing that the session is over.
  manager.events.addAccessTokenExpired(() => void renew());

  async function finishCallback(address: URL): Promise<Start> {
    try {
      const user = await manager.signinCallback(address.href);
      replaceAddress(safeReturnPath(returnPathOf(user?.state), paths.home()));
      return { failure: null, atCallback: true };
    } catch (error) {
      const reason = remembers() ? error : new NothingIsKept();
      return { failure: signInFailure(reason), atCallback: true };
    }
  }

  async function trySilently(): Promise<Start> {
    try {
      if (!remembers()) throw new NothingIsKept();
      await manager.signinSilent();
      return { failure: null, atCallback: false };
    } catch (error) {
      const failure = isSignedOutAnswer(error) ? null : signInFailure(error);
      return { failure, atCallback: false };
    }
  }

  async function redirect(returnTo: string, more: SigninRedirectArgs = {}): Promise<void> {
    if (!remembers()) throw new NothingIsKept();
    await manager.signinRedirect({ state: { returnTo }, nonce: crypto.randomUUID(), ...more });
  }

  /** Begins the sign-in that the static landing page asks for. */
  async function startSignIn(address: URL): Promise<Start> {
    const returnTo = safeReturnPath(address.searchParams.get("to"), paths.home());
    // "Back" must lead to the page before, and not begin a sign-in again.
    replaceAddress(returnTo);
    try {
      await redirect(returnTo);
      return { failure: null, atCallback: false };
    } catch (error) {
      return { failure: signInFailure(error), atCallback: false };
    }
  }

  /** The idp lets nobody but the hinted person come back with a yes. */
  async function samePerson(maxAge: number) {
    return { max_age: maxAge, ...hintOf(await manager.getUser()) };
  }

  /** Its answer brings no token here: it only makes a session, and the next renewal notices. */
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
    // Either way there is exactly one attempt for each page load, so nothing can loop.
    start(address) {
      if (address.pathname === paths.signInCallback()) return finishCallback(address);
      if (address.pathname === paths.startSignIn()) return startSignIn(address);
      return trySilently();
    },
    signIn: (returnTo) => redirect(returnTo),
    operate: async (returnTo) =>
      redirect(returnTo, { ...(await samePerson(operatorMaxAge)), scope: widerScope }),
    confirmHere: async (maxAge, returnTo, about) =>
      redirect(returnTo, {
        ...(await samePerson(maxAge)),
        extraQueryParams: { ...manager.settings.extraQueryParams, ...aboutClient(about) },
        scope: scopeOf(await manager.getUser()),
      }),
    confirmationAddress: async (maxAge, about) => windowAddress(await samePerson(maxAge), about),
    async signOut() {
      channel?.postMessage(messages.signedOut);
      await manager.signoutRedirect();
    },
    async accessToken() {
      // A session that may have ended is checked before it is used.
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

/** Names the website that the act is about, by its client id: the page that confirms shows the name of that client. */
function aboutClient(about?: string): Record<string, string> {
  return about === undefined ? {} : { about_client: about };
}

const widerScope = `${usualScope} ${operatorScope}`;

/** Whether a sign-in reaches the operator's area. */
export function mayOperate(user: User | null): boolean {
  return user?.scopes.includes(operatorScope) ?? false;
}

function scopeOf(user: User | null): string {
  return mayOperate(user) ? widerScope : usualScope;
}

/** What a tab says in which somebody had their account deleted. */
function endedAccount(message: unknown): string | null {
  if (typeof message !== "object" || message === null || !("goneForGood" in message)) return null;
  return typeof message.goneForGood === "string" ? message.goneForGood : null;
}

function returnPathOf(state: unknown): unknown {
  return typeof state === "object" && state !== null && "returnTo" in state ? state.returnTo : null;
}
