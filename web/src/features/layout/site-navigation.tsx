/** The places of one website, below the name of it. */
import { KeyRound, Settings, Tags, Users, Webhook } from "lucide-react";
import { paths } from "@/paths";
import { type NavItem, NavLink } from "@/ui/shell";
import { SiteSwitcher } from "./site-switcher";

const places: NavItem[] = [
  { to: paths.customers(), label: "Customers", icon: Users },
  { to: paths.features(), label: "Features and prices", icon: Tags },
  { to: paths.keys(), label: "API keys", icon: KeyRound },
  { to: paths.webhooks(), label: "Webhooks", icon: Webhook },
  { to: paths.siteSettings(), label: "Settings", icon: Settings },
];

export function SiteNavigation({ site }: { site: string }) {
  return (
    <div className="mb-6 grid gap-4">
      <SiteSwitcher />
      <nav aria-label="Website">
        <ul className="grid gap-0.5">
          {places.map((place) => (
            <li key={place.label}>
              <NavLink {...place} params={{ site }} />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
