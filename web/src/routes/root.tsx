/** The root of all screens: who is here decides what is shown. */
import { createRootRoute, Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useSession } from "@/auth/session";
import { AppLayout } from "@/features/layout/app-layout";
import { CallbackFailedPage } from "@/features/session/callback-failed-page";
import { CrashPage } from "@/features/session/crash-page";
import { BootScreen } from "@/ui/boot-screen";

// Fetched beside the silent sign-in, whose answer says whether it is needed: who is signed in does not wait for it.
const landing = import("@/features/session/landing-page");
landing.catch(() => undefined);
const LandingPage = lazy(async () => ({ default: (await landing).LandingPage }));
const AccountDeletedPage = lazy(async () => ({
  default: (await import("@/features/session/account-deleted-page")).AccountDeletedPage,
}));
const ConfirmDialog = lazy(async () => ({
  default: (await import("@/features/session/confirm-dialog")).ConfirmDialog,
}));

/** Decides by who is here. Nothing is ever redirected to sign in: the page says so and waits. */
function Root() {
  const session = useSession();
  const wanted = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  switch (session.status) {
    case "changing":
      return <BootScreen />;
    case "callback-failed":
      return <CallbackFailedPage failure={session.failure} signIn={session.signIn} />;
    case "signed-out":
      return (
        <Suspense fallback={<BootScreen />}>
          {session.goneForGood === null ? (
            <LandingPage
              wanted={wanted}
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
      return (
        <AppLayout holder={session.holder}>
          <Outlet />
          <Suspense>
            {session.confirmation && <ConfirmDialog confirmation={session.confirmation} />}
          </Suspense>
        </AppLayout>
      );
  }
}

export const root = createRootRoute({ component: Root, errorComponent: CrashPage });
