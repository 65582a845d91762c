/** The session as pages see it; another way to store sessions can replace the code behind it. */
import { createContext, use } from "react";
import type { SignInFailure } from "./failure";

/** The claims of the ID token. Data about credits comes from the API. */
export type SignedInUser = {
  sub: string;
  name: string | null;
  email: string | null;
  emailVerified: boolean;
};

type SignIn = (returnTo: string) => Promise<void>;

/** An action waits until the user has confirmed their identity. */
export type Confirmation = {
  /** The window returned without a confirmation. */
  isRefused: boolean;
  /** Returns the address of the confirmation window; `about` is the client id of the action's website. */
  address: (about?: string) => Promise<string>;
  /** Confirms in this tab and returns to the page; the waiting action is cancelled. */
  inThisTab: (returnTo: string, about?: string) => Promise<void>;
  cancel: () => void;
};

export type Session =
  | {
      status: "signed-in";
      user: SignedInUser;
      signOut: () => Promise<void>;
      /** Renews the claims, such as after the user changed their name. */
      refresh: () => Promise<void>;
      /** The session ended with unsaved text: the page stays under a cover. Null while the session lasts. */
      lapse: { address: () => Promise<string>; giveUp: () => void } | null;
      /** Null while no action waits for confirmation. */
      confirmation: Confirmation | null;
      /** This sign-in includes the operator scope, which has to be requested. */
      mayOperate: boolean;
      operate: SignIn;
      /** Ends every session because the account is being deleted; the argument is the time of the final deletion. */
      endWithAccount: (goneForGood: string) => Promise<void>;
    }
  | {
      status: "signed-out";
      /** The session ended in another tab or at the identity provider. */
      endedElsewhere: boolean;
      /** The time of the user's final account deletion; null unless the account is being deleted. */
      goneForGood: string | null;
      /** The reason why the silent sign-in or the sign-out failed. */
      failure: SignInFailure | null;
      signIn: SignIn;
    }
  | { status: "callback-failed"; failure: SignInFailure; signIn: SignIn }
  | { status: "changing" };

export const SessionContext = createContext<Session>({ status: "changing" });

export function useSession(): Session {
  return use(SessionContext);
}
