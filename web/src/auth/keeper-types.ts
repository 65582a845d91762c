/** What the keeper of a page's sign-in offers to the rest of the app. */
import type { User } from "oidc-client-ts";
import type { SignInFailure } from "./failure";
import type { Manager } from "./manager";
import type { StepUp } from "./step-up";

/** What the first seconds of a page found out. Signed in or not is asked of the user manager. */
export type Start = {
  /** A callback that failed, a silent attempt that got no usable answer, or a browser that keeps nothing. */
  failure: SignInFailure | null;
  /** The failure belongs to the callback page and is shown there. */
  atCallback: boolean;
};

export type Keeper = {
  manager: Manager;
  start(address: URL): Promise<Start>;
  signIn(returnTo: string): Promise<void>;
  /** A sign-in that reaches the operator's area, confirmed moments ago. */
  operate(returnTo: string): Promise<void>;
  signOut(): Promise<void>;
  /** Acts that wait for the person to confirm. */
  stepUp: StepUp;
  /** Where a window confirms that it is the same person, and tells every tab. */
  confirmationAddress(maxAge: number, about?: string): Promise<string>;
  /** The same in this tab, which comes back to `returnTo`. */
  confirmHere(maxAge: number, returnTo: string, about?: string): Promise<void>;
  /** The access token, renewed first when it has run out; null when signed out. */
  accessToken(): Promise<string | null>;
  /** A fresh access token although the present one looks good; null when that is not to be had. */
  renewedToken(): Promise<string | null>;
  /** What shows that a request with this token comes from this browser; a server may want it to name a nonce. */
  proof(token: string, request: Request, nonce?: string): Promise<string | undefined>;
  /** The sign-in ended without this tab asking for it. */
  endedElsewhere(): boolean;
  /** Ends the sign-in in every tab, because the account is being deleted. */
  endWithAccount(goneForGood: string): Promise<void>;
  /** When that account is gone for good; null unless a sign-in ended so. */
  goneForGood(): string | null;
  /** Asks the identity provider whether the session still exists, as when the person comes back to this tab. */
  check(): Promise<void>;
  /** A session that ended while the page held unsaved work. */
  lapse: Lapse;
};

/** The person whose session ended; the page stays, covered, until they sign in again or give it up. */
type Lapse = {
  current(): User | null;
  subscribe(listener: () => void): () => void;
  /** Where a window signs the same person in. */
  address(): Promise<string>;
  giveUp(): void;
};
