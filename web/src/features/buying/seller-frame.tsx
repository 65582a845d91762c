/** The frame of a page about one seller, with its brand, and the user who is signed in. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PublicCatalog } from "@/api/types";
import { useSession } from "@/auth/session";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { OfflineBanner } from "@/ui/offline-banner";
import { Bone } from "@/ui/skeleton";
import { Toasts } from "@/ui/toast";
import { WebsiteMark } from "@/ui/website-mark";
import { brandStyle } from "./brand-style";

type Site = PublicCatalog["website"];
type Props = { site: Site | null; isLoading: boolean; children: ReactNode };

export function SellerFrame({ site, isLoading, children }: Props) {
  const session = useSession();
  const user = session.status === "signed-in" ? session.user : null;
  return (
    <div style={brandStyle(site?.brand_color ?? null)} className="flex min-h-dvh flex-col">
      <OfflineBanner />
      <header className="border-hairline border-b">
        <div className="mx-auto flex w-full max-w-[68rem] flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-6 lg:px-8">
          {site && (
            <a href={site.url} className="flex min-h-9 min-w-0 items-center gap-2.5 rounded-chip">
              <BrandMark site={site} />
              <span className="wrap-anywhere min-w-0 font-semibold">{site.name}</span>
            </a>
          )}
          {isLoading && <Bone className="h-9 w-40" />}
          {user && (
            <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm">
              <span className="wrap-anywhere min-w-0 text-ink-soft">{user.email ?? user.name}</span>
              <Link
                to={paths.buying()}
                className="inline-flex min-h-8 items-center rounded-chip font-medium text-accent underline-offset-4 hover:underline"
              >
                {t("All my plans and payments")}
              </Link>
            </p>
          )}
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[68rem] flex-1 px-4 py-7 sm:px-6 lg:px-8 lg:py-9"
      >
        {children}
      </main>
      {site && <LegalLinks site={site} />}
      <Toasts />
    </div>
  );
}

/** Logos are drawn for a light background, as on the sign-in page. */
function BrandMark({ site: { name, brand_color, logo_uri } }: { site: Site }) {
  if (logo_uri?.startsWith("data:image/")) {
    return (
      <img
        src={logo_uri}
        alt=""
        className="size-9 shrink-0 rounded-control border border-hairline bg-[#ffffff] object-contain p-0.5"
      />
    );
  }
  if (brand_color === null) return <WebsiteMark name={name} />;
  return (
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center rounded-control bg-primary font-semibold text-primary-ink"
    >
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  );
}

function LegalLinks({ site: { policy_uri, tos_uri } }: { site: Site }) {
  const links = [
    { words: t("Privacy"), href: policy_uri },
    { words: t("Terms"), href: tos_uri },
  ].filter(({ href }) => href !== null);
  if (links.length === 0) return null;
  return (
    <footer className="border-hairline border-t text-sm">
      <ul className="mx-auto flex w-full max-w-[68rem] flex-wrap gap-x-4 px-4 py-3 sm:px-6 lg:px-8">
        {links.map(({ words, href }) => (
          <li key={words}>
            <a
              href={href ?? undefined}
              className="flex min-h-11 items-center text-ink-soft underline underline-offset-4"
            >
              {words}
            </a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
