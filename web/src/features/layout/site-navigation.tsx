/** The pages of a website, below its name. */
import { t } from "@/lib/language";
import { NavLink } from "@/ui/shell";
import { sitePlaces } from "./site-places";
import { SiteSwitcher } from "./site-switcher";

export function SiteNavigation({ site }: { site: string }) {
  return (
    <div className="mb-6 grid gap-4">
      <SiteSwitcher />
      <nav aria-label={t("Website")}>
        <ul className="grid gap-0.5">
          {sitePlaces.map((place) => (
            <li key={place.label}>
              <NavLink {...place} params={{ site }} />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
