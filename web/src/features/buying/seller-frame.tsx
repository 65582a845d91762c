/** The frame of a page about one seller: its mark and name, and the user who is signed in. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Catalog } from "@/api/my-subscriptions";
import { useSession } from "@/auth/session";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { OfflineBanner } from "@/ui/offline-banner";
import { Bone } from "@/ui/skeleton";
import { Toasts } from "@/ui/toast";
import { WebsiteMark } from "@/ui/website-mark";

type Props = { site: Catalog["website"]; children: ReactNode };

export function SellerFrame({ site, children }: Props) {
  const session = useSession();
  const user = session.status === "signed-in" ? session.user : null;
  return (
    <div className="flex min-h-dvh flex-col">
      <OfflineBanner />
      <header className="border-hairline border-b">
        <div className="mx-auto flex w-full max-w-[68rem] flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-6 lg:px-8">
          {site ? (
            <a href={site.url} className="flex min-h-9 min-w-0 items-center gap-2.5 rounded-chip">
              <WebsiteMark name={site.name} />
              <span className="wrap-anywhere min-w-0 font-semibold">{site.name}</span>
            </a>
          ) : (
            <Bone className="h-9 w-40" />
          )}
          <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm">
            <span className="wrap-anywhere min-w-0 text-ink-soft">{user?.email ?? user?.name}</span>
            <Link
              to={paths.buying()}
              className="inline-flex min-h-8 items-center rounded-chip font-medium text-accent underline-offset-4 hover:underline"
            >
              {t("All my plans and payments")}
            </Link>
          </p>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[68rem] flex-1 px-4 py-7 sm:px-6 lg:px-8 lg:py-9"
      >
        {children}
      </main>
      <Toasts />
    </div>
  );
}
