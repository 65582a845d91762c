/** The landing page for visitors without a session, as HTML without the app. scripts/landing.mjs writes it into dist. */
import { LogIn, SunMoon } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { language, t } from "@/lib/language";
import { paths } from "@/paths";
import { Button } from "@/ui/button";
import { LandingFrame } from "./landing-frame";

/** A form is a real button and works without a script. */
function SignInForm({ returnTo, children }: { returnTo: string; children: React.ReactNode }) {
  return (
    <form action={paths.startSignIn()}>
      <input type="hidden" name="to" value={returnTo} />
      {children}
    </form>
  );
}

/** The page in the current language. */
export function landingMarkup(): string {
  return renderToStaticMarkup(
    <div
      lang={language}
      className="mx-auto flex min-h-dvh w-full max-w-[72rem] flex-col px-4 sm:px-8"
    >
      <LandingFrame
        themeToggle={
          // public/landing.js labels it, shows it and handles its clicks.
          <button
            type="button"
            data-light={t("Switch to light theme")}
            data-dark={t("Switch to dark theme")}
            hidden
            className="size-10 rounded-control text-ink-soft hover:bg-well hover:text-ink"
          >
            <SunMoon aria-hidden className="m-auto size-[1.125rem]" />
          </button>
        }
        signIn={
          <SignInForm returnTo={paths.home()}>
            <Button type="submit" variant="primary" size="large">
              <LogIn aria-hidden className="size-5" />
              {t("Sign in")}
            </Button>
          </SignInForm>
        }
        register={
          <SignInForm returnTo={paths.newWebsite()}>
            <Button type="submit">{t("Register a website")}</Button>
          </SignInForm>
        }
      />
    </div>,
  );
}
