/** Loads a page on first use, and shows an error if that fails. */
import { lazyRouteComponent as lazy } from "@tanstack/react-router";
import { t } from "@/lib/language";
import { Problem } from "@/lib/problem";

/**
 * The router's own function reloads the window when a file is missing, even without a connection, and the browser's
 * error page then replaces the app. After a release, src/release.ts decides on a reload.
 */
export const lazyRouteComponent: typeof lazy = (importer, exportName) =>
  lazy(
    () =>
      importer().catch(() => {
        throw new Problem(
          "offline",
          t("This part could not be loaded"),
          t(
            "The connection may be gone, or there is a new release. Reload the page when you are connected.",
          ),
        );
      }),
    exportName,
  );
