/** Who is signed in, as the pages see it; the seam behind which another way of keeping sessions can be put. */
import { createContext, use } from "react";
import type { SignInFailure } from "./failure";

/** What the ID token says of the person. Everything about credits is asked of the API instead. */
export type Holder = {
  sub: string;
  name: string | null;
  email: string | null;
  emailVerified: boolean;
};

type SignIn = (returnTo: string) => Promise<void>;

/** An act waits until the person has confirmed who they are. */
export type Confirmation = {
  /** The window came back without a yes. */
  isRefused: boolean;
  /** The address that a window opens to confirm it; `about` is the client id of the website that the act is about. */
  address: (about?: string) => Promise<string>;
  /** Leaves this page to confirm, and comes back to it; what waits is given up. */
  inThisTab: (returnTo: string, about?: string) => Promise<void>;
  cancel: () => void;
};

export type Session =
  | {
      status: "signed-in";
      holder: Holder;
      signOut: () => Promise<void>;
      /** Asks anew who this is, such as after the person took another name. */
      refresh: () => Promise<void>;
      /** The session ended while something typed was not saved: the page is kept, covered. Null while the session lasts. */
      lapse: { address: () => Promise<string>; giveUp: () => void } | null;
      /** Null while nothing has to be confirmed. */
      confirmation: Confirmation | null;
      /** Whether this sign-in reaches the operator's area; it has to be asked for. */
      mayOperate: boolean;
      operate: SignIn;
      /** The account is being deleted, and every sign-in ends with it; it is gone for good at that moment. */
      endWithAccount: (goneForGood: string) => Promise<void>;
    }
  | {
      status: "signed-out";
      /** The session ended in another tab or at the identity provider. */
      endedElsewhere: boolean;
      /** When the account of who was signed in is gone for good; null unless it is being deleted. */
      goneForGood: string | null;
      /** Why the silent attempt got no answer, or why the sign-out did not finish. */
      failure: SignInFailure | null;
      signIn: SignIn;
    }
  | { status: "callback-failed"; failure: SignInFailure; signIn: SignIn }
  | { status: "changing" };

export const SessionContext = createContext<Session>({ status: "changing" });

export function useSession(): Session {
  return use(SessionContext);
}
