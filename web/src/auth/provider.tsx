/** Converts the state of react-oidc-context to the session that pages see. */
import type { User } from "oidc-client-ts";
import { type ReactNode, use, useMemo, useState, useSyncExternalStore } from "react";
import { AuthProvider, useAuth } from "react-oidc-context";
import { type SignInFailure, signInFailure } from "./failure";
import { mayOperate } from "./keeper";
import type { Keeper, Start } from "./keeper-types";
import { type Confirmation, type Session, SessionContext, type SignedInUser } from "./session";

type Props = { keeper: Keeper; start: Promise<Start>; children: ReactNode };

/** Suspends until the page's one sign-in attempt has finished. */
export function SessionProvider({ keeper, start, children }: Props) {
  const outcome = use(start);
  return (
    <AuthProvider userManager={keeper.manager} skipSigninCallback>
      <Bridge keeper={keeper} outcome={outcome}>
        {children}
      </Bridge>
    </AuthProvider>
  );
}

function Bridge({
  keeper,
  outcome,
  children,
}: {
  keeper: Keeper;
  outcome: Start;
  children: ReactNode;
}) {
  const { isLoading, user } = useAuth();
  const [isLeaving, setLeaving] = useState(false);
  const [leaveFailure, setLeaveFailure] = useState<SignInFailure | null>(null);

  const { stepUp } = keeper;
  const pending = useSyncExternalStore(stepUp.subscribe, stepUp.current);
  const confirmation = useMemo((): Confirmation | null => {
    if (pending === null) return null;
    const { maxAge, isRefused } = pending;
    return {
      isRefused,
      address: (about) => keeper.confirmationAddress(maxAge, about),
      inThisTab: (returnTo, about) => keeper.confirmInThisTab(maxAge, returnTo, about),
      cancel: () => stepUp.cancel(),
    };
  }, [pending, keeper, stepUp]);

  const { lapse } = keeper;
  const lapsed = useSyncExternalStore(lapse.subscribe, lapse.current);
  // The deletion time is set after the tokens are deleted; nothing else renders this component then.
  const goneForGood = keeper.goneForGood();
  const session = useMemo((): Session => {
    async function signOut() {
      setLeaving(true);
      try {
        // The browser is leaving this page. The code continues only after a failure, or after "back" to a cached page.
        await keeper.signOut();
      } catch (error) {
        setLeaveFailure(signInFailure(error));
        throw error;
      } finally {
        setLeaving(false);
      }
    }
    const signIn = (returnTo: string) => keeper.signIn(returnTo);
    // The page stays while tokens exist, so that it can show why the sign-out failed.
    if ((isLoading && !lapsed) || (isLeaving && !user)) return { status: "changing" };
    // The next request renews an expired token, so expiry alone does not end the page.
    const knownUser = user ?? lapsed;
    if (knownUser) {
      return {
        status: "signed-in",
        user: claimsOf(knownUser),
        lapse: user ? null : { address: lapse.address, giveUp: lapse.giveUp },
        signOut,
        refresh: async () => void (await keeper.renewedToken()),
        confirmation,
        mayOperate: mayOperate(knownUser),
        operate: (returnTo) => keeper.operate(returnTo),
        endWithAccount: (at) => keeper.endWithAccount(at),
      };
    }
    const { failure, atCallback } = outcome;
    if (failure !== null && atCallback) return { status: "callback-failed", failure, signIn };
    return {
      status: "signed-out",
      endedElsewhere: keeper.endedElsewhere(),
      goneForGood,
      failure: leaveFailure ?? failure,
      signIn,
    };
  }, [
    isLoading,
    isLeaving,
    leaveFailure,
    user,
    lapse,
    lapsed,
    outcome,
    keeper,
    confirmation,
    goneForGood,
  ]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

function claimsOf({ profile }: User): SignedInUser {
  return {
    sub: profile.sub,
    name: profile.name ?? null,
    email: profile.email ?? null,
    emailVerified: profile.email_verified ?? false,
  };
}
