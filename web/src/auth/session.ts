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

export type Session =
  | { status: "signed-in"; holder: Holder; signOut: () => Promise<void> }
  | {
      status: "signed-out";
      /** The session ended in another tab or at the identity provider. */
      endedElsewhere: boolean;
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
