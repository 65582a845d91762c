/** Switches between live and test mode; the address stores the mode. */
import { Link, useLocation } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { useWebsiteScope } from "@/api/website-scope";
import { classes } from "@/lib/classes";
import { t } from "@/lib/language";
import { paths } from "@/paths";

const base = "inline-flex min-h-8 items-center gap-1.5 rounded-chip px-2.5 font-medium text-sm";

/** Links, so that users can open each mode in its own tab. Customers exist in one mode only: the switch keeps lists but leaves a customer's page. */
export function ModeSwitch() {
  const { id, mode } = useWebsiteScope();
  const listed = useLocation({ select: ({ pathname }) => listOf(pathname) });
  return (
    <nav aria-label={t("Mode")} className="flex rounded-control bg-well p-0.5">
      <Link
        to={listed}
        params={{ site: id }}
        search={{ mode: undefined }}
        aria-current={mode === "live" ? "true" : undefined}
        className={classes(base, mode === "live" ? "bg-surface shadow-control" : "text-ink-soft")}
      >
        {t("Live")}
      </Link>
      <Link
        to={listed}
        params={{ site: id }}
        search={{ mode: "test" }}
        aria-current={mode === "test" ? "true" : undefined}
        className={classes(
          base,
          mode === "test" ? "bg-warn-soft text-warn-ink shadow-control" : "text-ink-soft",
        )}
      >
        <FlaskConical aria-hidden className="size-4 max-sm:hidden" />
        {t("Test")}
      </Link>
    </nav>
  );
}

const lists = [
  paths.customers(),
  paths.transactions(),
  paths.usage(),
  paths.integration(),
  paths.features(),
  paths.plans(),
  paths.subscriptions(),
  paths.payments(),
  paths.keys(),
  paths.webhooks(),
  paths.billingSettings(),
  paths.websiteSettings(),
] as const;

function listOf(pathname: string) {
  const page = pathname.split("/")[3];
  return lists.find((list) => list.split("/")[3] === page) ?? paths.website();
}
