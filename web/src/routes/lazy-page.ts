/** A page that is fetched when it is called for, and says so in words when it cannot be. */
import { lazyRouteComponent as lazy } from "@tanstack/react-router";
import { t } from "@/lib/language";
import { Problem } from "@/lib/problem";

/**
 * The router's own reloads the window when a file is missing, even without a connection, and the browser's error page
 * takes the place of ours. After a release the reload is src/release.ts's to decide.
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
