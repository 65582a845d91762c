/** The root of all screens: the session decides which one is shown. */
import {
  createRootRoute,
  Outlet,
  useLocation,
  useMatches,
  useParams,
} from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { type Session, SessionContext, useSession } from "@/auth/session";
import { userOfView, type View } from "@/auth/view";
import { AppLayout } from "@/features/layout/app-layout";
import { CallbackFailedPage } from "@/features/session/callback-failed-page";
import { CrashPage } from "@/features/session/crash-page";
import { SignedOutNotFoundPage } from "@/features/session/not-found-page";
import { BootScreen } from "@/ui/boot-screen";
import { useCurrentView } from "./current-view";
import { keepFocus } from "./keep-focus";

// Visitors without a session get the static landing page; the app needs its own when a session has ended.
const LandingPage = lazy(async () => ({
  default: (await import("@/features/session/landing-page")).LandingPage,
}));
const AccountDeletedPage = lazy(async () => ({
  default: (await import("@/features/session/account-deleted-page")).AccountDeletedPage,
}));
const ViewBar = lazy(async () => ({
  default: (await import("@/features/session/view-bar")).ViewBar,
}));
const LapsedDialog = lazy(async () => ({
  default: (await import("@/features/session/lapsed-dialog")).LapsedDialog,
}));
const ConfirmDialog = lazy(async () => ({
  default: (await import("@/features/session/confirm-dialog")).ConfirmDialog,
}));

/** Chooses a screen by the session. It never redirects to the sign-in: the page shows a button and waits. */
function Root() {
  const session = useSession();
  const { view, isChanging } = useCurrentView();
  const path = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const isNowhere = useMatches({ select: (matches) => matches.some((match) => match._notFound) });
  // The page of one seller's offers has a frame of its own, and shows visitors who sells.
  const isOfSeller = useParams({ strict: false }).seller !== undefined;
  switch (session.status) {
    case "changing":
      return <BootScreen />;
    case "callback-failed":
      return <CallbackFailedPage failure={session.failure} signIn={session.signIn} />;
    case "signed-out":
      if (isNowhere && session.goneForGood === null) return <SignedOutNotFoundPage />;
      if (isOfSeller && session.goneForGood === null) return <Outlet />;
      return (
        <Suspense fallback={<BootScreen />}>
          {session.goneForGood === null ? (
            <LandingPage
              returnPath={path}
              endedElsewhere={session.endedElsewhere}
              failure={session.failure}
              signIn={session.signIn}
            />
          ) : (
            <AccountDeletedPage at={session.goneForGood} />
          )}
        </Suspense>
      );
    case "signed-in":
      // Another user gets a new page without earlier input.
      return isChanging ? null : (
        <Inside
          key={session.user.sub}
          session={withView(view, session)}
          view={view}
          isBare={isOfSeller && view === null}
        />
      );
  }
}

type SignedIn = Extract<Session, { status: "signed-in" }>;

/** During a view, pages see the viewed user in the session. */
function withView(view: View | null, session: SignedIn): SignedIn {
  return view === null ? session : { ...session, user: userOfView(view), mayOperate: false };
}

type InsideProps = { session: SignedIn; view: View | null; isBare: boolean };

function Inside({ session, view, isBare }: InsideProps) {
  // The document reports the focused and the removed element.
  useEffect(keepFocus, []);
  const page = (
    <>
      <Outlet />
      <Suspense>
        {session.confirmation && <ConfirmDialog confirmation={session.confirmation} />}
        {session.lapse && <LapsedDialog user={session.user} lapse={session.lapse} />}
      </Suspense>
    </>
  );
  return (
    <SessionContext value={session}>
      {isBare ? (
        page
      ) : (
        <AppLayout
          user={session.user}
          bar={
            view && (
              <Suspense>
                <ViewBar user={view.user} />
              </Suspense>
            )
          }
        >
          {page}
        </AppLayout>
      )}
    </SessionContext>
  );
}

export const root = createRootRoute({ component: Root, errorComponent: CrashPage });
