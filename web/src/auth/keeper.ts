/** Keeps the one sign-in of this page: starts it, renews it, ends it, in every tab at once. */
import type { User, UserManager } from "oidc-client-ts";
import { safeReturnPath } from "@/lib/return-path";
import { paths } from "@/paths";
import { isSignedOutAnswer, type SignInFailure, signInFailure } from "./failure";

/** What the first seconds of a page found out. Signed in or not is asked of the user manager. */
export type Start = {
  /** A callback that failed, or a silent attempt that got no usable answer. */
  failure: SignInFailure | null;
  /** The failure belongs to the callback page and is shown there. */
  atCallback: boolean;
};

export type Keeper = {
  manager: UserManager;
  start(address: URL): Promise<Start>;
  signIn(returnTo: string): Promise<void>;
  signOut(): Promise<void>;
  /** The access token, renewed first when it has run out; null when signed out. */
  accessToken(): Promise<string | null>;
  /** A fresh access token although the present one looks good; null when that is not to be had. */
  renewedToken(): Promise<string | null>;
  /** The sign-in ended without this tab asking for it. */
  endedElsewhere(): boolean;
};

type Surroundings = {
  /** Tells other tabs and hears from them; absent where browsers have no such channel. */
  channel: Pick<BroadcastChannel, "postMessage" | "addEventListener"> | null;
  /** Changes the address in the bar without a visit. */
  replaceAddress(path: string): void;
};

const signedOutMessage = "signed-out";

export function createKeeper(
  manager: UserManager,
  { channel, replaceAddress }: Surroundings,
): Keeper {
  let elsewhere = false;
  let renewal: Promise<User | null> | null = null;

  async function forget(): Promise<void> {
    elsewhere = (await manager.getUser()) !== null;
    await manager.removeUser();
  }

  /** One silent sign-in at a time, however many requests ask for it. */
  function renew(): Promise<User | null> {
    renewal ??= manager
      .signinSilent()
      .catch(async (error: unknown) => {
        if (isSignedOutAnswer(error)) await forget();
        return null;
      })
      .finally(() => {
        renewal = null;
      });
    return renewal;
  }

  channel?.addEventListener("message", (event) => {
    if ("data" in event && event.data === signedOutMessage) void forget();
  });
  // The timed renewal is the library's; only "nobody is signed in" ends the session, a lost connection does not.
  manager.events.addSilentRenewError((error) => {
    if (isSignedOutAnswer(error)) void forget();
  });
  // A machine that slept finds its token expired: ask once before believing that the session is over.
  manager.events.addAccessTokenExpired(() => void renew());

  async function finishCallback(address: URL): Promise<Start> {
    try {
      const user = await manager.signinCallback(address.href);
      replaceAddress(safeReturnPath(returnPathOf(user?.state), paths.home()));
      return { failure: null, atCallback: true };
    } catch (error) {
      return { failure: signInFailure(error), atCallback: true };
    }
  }

  async function trySilently(): Promise<Start> {
    try {
      await manager.signinSilent();
      return { failure: null, atCallback: false };
    } catch (error) {
      const failure = isSignedOutAnswer(error) ? null : signInFailure(error);
      return { failure, atCallback: false };
    }
  }

  return {
    manager,
    // Either way there is exactly one attempt for each page load, so nothing can loop.
    start: (address) =>
      address.pathname === paths.signInCallback() ? finishCallback(address) : trySilently(),
    signIn: (returnTo) =>
      manager.signinRedirect({ state: { returnTo }, nonce: crypto.randomUUID() }),
    async signOut() {
      channel?.postMessage(signedOutMessage);
      await manager.signoutRedirect();
    },
    async accessToken() {
      const user = await manager.getUser();
      if (user === null) return null;
      return user.expired ? ((await renew())?.access_token ?? null) : user.access_token;
    },
    renewedToken: async () => (await renew())?.access_token ?? null,
    endedElsewhere: () => elsewhere,
  };
}

function returnPathOf(state: unknown): unknown {
  return typeof state === "object" && state !== null && "returnTo" in state ? state.returnTo : null;
}
