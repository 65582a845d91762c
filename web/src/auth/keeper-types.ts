/** The interface of the sign-in that this page manages. */
import type { User } from "oidc-client-ts";
import type { SignInFailure } from "./failure";
import type { Manager } from "./manager";
import type { StepUp } from "./step-up";

/** The result of the page's start. Only the user manager knows if the user is signed in. */
export type Start = {
  /** A failed callback, a silent attempt without a valid response, or a browser without storage. */
  failure: SignInFailure | null;
  /** The failure belongs to the callback page, which shows it. */
  atCallback: boolean;
};

export type Keeper = {
  manager: Manager;
  start(address: URL): Promise<Start>;
  signIn(returnTo: string): Promise<void>;
  /** Signs in with the operator scope and a recent authentication. */
  operate(returnTo: string): Promise<void>;
  signOut(): Promise<void>;
  /** Actions that wait for the user's confirmation. */
  stepUp: StepUp;
  /** The address of a window that confirms the same user and notifies every tab. */
  confirmationAddress(maxAge: number, about?: string): Promise<string>;
  /** Confirms in this tab, which returns to `returnTo`. */
  confirmInThisTab(maxAge: number, returnTo: string, about?: string): Promise<void>;
  /** Returns the access token, renewed if it has expired; null when signed out. */
  accessToken(): Promise<string | null>;
  /** Renews the access token although it has not expired; null when that fails. */
  renewedToken(): Promise<string | null>;
  /** Returns the DPoP proof for a request with this token; a server may require a nonce. */
  proof(token: string, request: Request, nonce?: string): Promise<string | undefined>;
  /** The session ended without a sign-out in this tab. */
  endedElsewhere(): boolean;
  /** Ends the session in every tab, because the account is being deleted. */
  endWithAccount(goneForGood: string): Promise<void>;
  /** The time of the final deletion; null unless a deletion ended the session. */
  goneForGood(): string | null;
  /** Checks if the session still exists, such as when the user returns to this tab. */
  check(): Promise<void>;
  /** A session that ended while the page had unsaved work. */
  lapse: Lapse;
};

/** The user whose session ended; the page stays, covered, until they sign in again or discard it. */
type Lapse = {
  current(): User | null;
  subscribe(listener: () => void): () => void;
  /** The address of a window in which the same user signs in. */
  address(): Promise<string>;
  giveUp(): void;
};
