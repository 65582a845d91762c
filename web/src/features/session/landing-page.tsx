/** What a signed-out visitor sees: what this is, and one way in. */
import { useMutation } from "@tanstack/react-query";
import { CircleAlert, Globe, LogIn, LogOut } from "lucide-react";
import { useEffect } from "react";
import { type SignInFailure, signInFailure } from "@/auth/failure";
import { paths } from "@/paths";
import { Brand } from "@/ui/brand";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Notice } from "@/ui/notice";
import { OfflineBanner } from "@/ui/offline-banner";
import { ThemeToggle } from "@/ui/theme-toggle";
import { countVisit } from "./analytics";
import { LandingPreview } from "./landing-preview";

type Props = {
  /** Where the visitor wanted to go; sign-in brings them there. */
  wanted: string;
  endedElsewhere: boolean;
  failure: SignInFailure | null;
  signIn: (returnTo: string) => Promise<void>;
};

export function LandingPage({ wanted, endedElsewhere, failure, signIn }: Props) {
  const start = useMutation({
    mutationFn: (returnTo: string) => signIn(returnTo),
    networkMode: "always",
  });
  // A visit is not part of what is drawn; it is counted when the page is there.
  useEffect(() => countVisit(window), []);
  const problem = start.error ? signInFailure(start.error) : failure;
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[72rem] flex-col px-4 sm:px-8">
      <title>Tollgate</title>
      <OfflineBanner />
      <header className="flex h-16 items-center justify-between">
        <Brand />
        <ThemeToggle />
      </header>
      <main className="grid flex-1 grid-cols-1 content-center gap-12 py-10 lg:gap-16">
        <div className="grid items-center gap-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]">
          <div className="grid justify-items-start gap-5">
            <h1
              tabIndex={-1}
              className="font-semibold text-[clamp(1.625rem,8.2vw,3rem)] leading-[1.08] tracking-[-0.03em]"
            >
              One sign-in.
              <br />
              Every balance in view.
            </h1>
            <p className="max-w-[32rem] text-pretty text-ink-soft text-lg">
              Tollgate knows who you are on every website that uses it, and what you have left to
              spend on each of them.
            </p>
            {endedElsewhere && !problem && (
              <Notice icon={LogOut}>
                You were signed out in another tab or on another device. Sign in to continue.
              </Notice>
            )}
            {problem && <Trouble failure={problem} />}
            <Button
              variant="primary"
              size="large"
              busy={start.isPending}
              onClick={() => start.mutate(wanted)}
            >
              <LogIn aria-hidden className="size-5" />
              {start.isPending ? "Opening sign-in…" : "Sign in"}
            </Button>
            <p className="text-ink-faint text-sm">New here? The same steps create your account.</p>
          </div>
          <LandingPreview />
        </div>
        <Card className="flex flex-wrap items-center justify-between gap-5 px-6 py-5">
          <div className="flex min-w-0 gap-4">
            <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
              <Globe aria-hidden className="size-5" />
            </span>
            <div className="min-w-0">
              <h2 className="font-semibold">Do you run a website?</h2>
              <p className="max-w-[38rem] text-pretty text-ink-soft text-sm">
                Register it in one step: sign-in for your visitors, prepaid credits for your
                product, and a call that cannot charge twice.
              </p>
            </div>
          </div>
          <Button busy={start.isPending} onClick={() => start.mutate(paths.newSite())}>
            Register a website
          </Button>
        </Card>
      </main>
      <footer className="flex gap-5 py-6 text-ink-faint text-sm">
        <a className="underline underline-offset-4 hover:text-ink" href={paths.apiReference()}>
          API reference
        </a>
      </footer>
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
