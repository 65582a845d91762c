/** Draws a small sign-in page with the card, colours and words of the identity provider. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Website } from "@/api/types";
import { issuer } from "@/auth/settings";
import { hostOf } from "@/lib/address";
import { type BrandingForm, linkAddress } from "@/lib/branding-form";
import { colorName, inkOn, needsEdge, type Theme } from "@/lib/color";
import { rich, t } from "@/lib/language";
import { paths } from "@/paths";
import { Segmented } from "@/ui/fields";
import { useTheme } from "@/ui/theme";

type Props = { website: Website; form: BrandingForm };

export function SignInPreview({ website, form }: Props) {
  const [shown] = useTheme();
  // Null until the user chooses: then the preview has the app's theme.
  const [chosen, setChosen] = useState<Theme | null>(null);
  const theme = chosen ?? shown;
  return (
    <figure className="grid gap-3 sticky top-6">
      <Segmented
        label={t("Preview")}
        options={[
          { value: "light", label: t("Light") },
          { value: "dark", label: t("Dark") },
        ]}
        value={theme}
        onChange={setChosen}
      />
      <div
        className={`rounded-card border border-hairline bg-canvas p-4 text-ink sm:p-8 ${
          theme === "dark" ? "scheme-dark" : "scheme-light"
        }`}
      >
        <SignInCard website={website} form={form} theme={theme} />
      </div>
      <figcaption className="text-pretty text-ink-faint text-sm">
        {rich(
          "What people see when they sign in to the website. Other ways to sign in appear there too, if this installation offers them. Change the name in the {settings}.",
          {
            settings: (
              <Link
                to={paths.websiteSettings()}
                params={{ site: website.id }}
                className="underline underline-offset-4"
              >
                {t("settings")}
              </Link>
            ),
          },
        )}
      </figcaption>
    </figure>
  );
}

function SignInCard({ website, form, theme }: Props & { theme: Theme }) {
  const host = hostOf(issuer(document));
  const [redirect = website.url] = website.redirect_uris;
  const inked = inkedStyle(colorName(form.color), theme);
  const links = [
    [t("Home page"), form.home],
    [t("Privacy"), form.policy],
    [t("Terms"), form.terms],
  ].filter(([, typed]) => linkAddress(typed ?? "") !== null);
  return (
    <div className="mx-auto w-full max-w-[26rem] select-none rounded-card border border-hairline bg-surface break-words p-5 shadow-card">
      <div className="mb-5 flex flex-wrap items-center gap-3">
        {form.logo ? (
          <img
            src={form.logo}
            alt=""
            className="size-11 shrink-0 rounded-control border border-hairline bg-[#ffffff] object-contain p-0.5"
          />
        ) : (
          <span
            aria-hidden
            style={inked}
            className="grid size-11 shrink-0 place-items-center rounded-control border border-transparent font-semibold text-xl"
          >
            {initialOf(website.name)}
          </span>
        )}
        <p className="min-w-0 flex-1">
          <strong className="block font-semibold">{website.name}</strong>
          <span className="block text-[0.8125rem] text-ink-faint">
            {hostOf(redirect).replace(/:\d+$/, "")}
          </span>
        </p>
      </div>
      <p className="font-semibold text-xl tracking-tight">
        {t("Sign in to {name}", { name: website.name })}
      </p>
      <p className="text-pretty text-ink-soft">
        {t("New here? The same steps create your account.")}
      </p>
      <p className="mt-4 mb-1.5 font-medium">{t("Email")}</p>
      <p className="mb-4 flex min-h-11 items-center rounded-control border border-field-edge px-3 text-base text-ink-faint shadow-control">
        email@example.com
      </p>
      <p
        data-testid="preview-button"
        style={inked}
        className="flex min-h-11 items-center justify-center rounded-control border border-transparent px-4 text-center font-medium shadow-control"
      >
        {t("Sign in with Email")}
      </p>
      <div className="mt-5 flex flex-wrap items-center justify-center gap-x-4 border-hairline border-t text-[0.8125rem] text-ink-faint">
        <p className="flex min-h-11 items-center">{t("Secured by {host}", { host })}</p>
        {links.length > 0 && (
          <ul className="flex flex-wrap justify-center gap-x-4">
            {links.map(([words]) => (
              <li
                key={words}
                className="flex min-h-11 items-center text-ink-soft underline underline-offset-4"
              >
                {words}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Returns the first letter or digit of a name, as the identity provider does. */
function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? Array.from(name.trim())[0] ?? "").toUpperCase();
}

/** The website's colour with a readable text colour, or the default. */
function inkedStyle(color: string | null, theme: Theme) {
  if (color === null) return { backgroundColor: "var(--primary)", color: "var(--primary-ink)" };
  return {
    backgroundColor: color,
    color: inkOn(color),
    borderColor: needsEdge(color, theme) ? "var(--field-edge)" : "transparent",
  };
}
