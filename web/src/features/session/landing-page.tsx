/** The landing page for users whose session ended while the app runs; others get the static page. */
import { useMutation } from "@tanstack/react-query";
import { CircleAlert, LogIn, LogOut } from "lucide-react";
import { type SignInFailure, signInFailure } from "@/auth/failure";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { OfflineBanner } from "@/ui/offline-banner";
import { ThemeToggle } from "@/ui/theme-toggle";
import { LandingFrame } from "./landing-frame";

type Props = {
  /** The requested path; sign-in returns there. */
  returnPath: string;
  endedElsewhere: boolean;
  failure: SignInFailure | null;
  signIn: (returnTo: string) => Promise<void>;
};

export function LandingPage({ returnPath, endedElsewhere, failure, signIn }: Props) {
  const start = useMutation({
    mutationFn: (returnTo: string) => signIn(returnTo),
    networkMode: "always",
  });
  const problem = start.error ? signInFailure(start.error) : failure;
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[72rem] flex-col px-4 sm:px-8">
      <title>Tollgate</title>
      <OfflineBanner />
      <LandingFrame
        themeToggle={<ThemeToggle />}
        notices={
          <>
            {endedElsewhere && !problem && (
              <Notice icon={LogOut}>
                {t("You were signed out in another tab or on another device. Sign in to continue.")}
              </Notice>
            )}
            {problem && <Trouble failure={problem} />}
          </>
        }
        signIn={
          <Button
            variant="primary"
            size="large"
            busy={start.isPending}
            onClick={() => start.mutate(returnPath)}
          >
            <LogIn aria-hidden className="size-5" />
            {start.isPending ? t("Opening sign-in…") : t("Sign in")}
          </Button>
        }
        register={
          <Button busy={start.isPending} onClick={() => start.mutate(paths.newWebsite())}>
            {t("Register a website")}
          </Button>
        }
      />
    </div>
  );
}

function Trouble({ failure }: { failure: SignInFailure }) {
  return (
    <Notice icon={CircleAlert} tone="warn" urgent>
      <p className="font-semibold">{failure.title}</p>
      <p>{failure.detail}</p>
    </Notice>
  );
}
