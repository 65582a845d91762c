/** The landing page without its actions, which the app and the static page add. */
import { Globe } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Brand } from "@/ui/brand";
import { Card } from "@/ui/card";
import { LandingPreview } from "./landing-preview";

type Props = {
  themeToggle: ReactNode;
  notices?: ReactNode;
  signIn: ReactNode;
  register: ReactNode;
};

export function LandingFrame({ themeToggle, notices, signIn, register }: Props) {
  return (
    <>
      <header className="flex h-16 items-center justify-between">
        <Brand />
        {themeToggle}
      </header>
      <main className="grid flex-1 grid-cols-1 content-center gap-12 py-10 lg:gap-16">
        <div className="grid items-center gap-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]">
          <div className="grid justify-items-start gap-5">
            <h1
              tabIndex={-1}
              className="font-semibold text-[clamp(1.625rem,8.2vw,3rem)] leading-[1.08] tracking-[-0.03em]"
            >
              {t("One sign-in.")}
              <br />
              {t("Every balance in view.")}
            </h1>
            <p className="max-w-[32rem] text-pretty text-ink-soft text-lg">
              {t(
                "Tollgate knows who you are on every website that uses it, and what you have left to spend on each of them.",
              )}
            </p>
            {notices}
            {signIn}
            <p className="text-ink-faint text-sm">
              {t("New here? The same steps create your account.")}
            </p>
          </div>
          <LandingPreview />
        </div>
        <Card className="flex flex-wrap items-center justify-between gap-5 px-6 py-5">
          <div className="flex min-w-0 gap-4">
            <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
              <Globe aria-hidden className="size-5" />
            </span>
            <div className="min-w-0">
              <h2 className="font-semibold">{t("Do you run a website?")}</h2>
              <p className="max-w-[38rem] text-pretty text-ink-soft text-sm">
                {t(
                  "Register it in one step: sign-in for your visitors, prepaid credits for your product, and a call that cannot charge twice.",
                )}
              </p>
            </div>
          </div>
          {register}
        </Card>
      </main>
      <footer className="flex gap-5 py-6 text-ink-faint text-sm">
        <a className="underline underline-offset-4 hover:text-ink" href={paths.apiReference()}>
          {t("API reference")}
        </a>
      </footer>
    </>
  );
}
