/** The pages of a website, below its name. */
import { t } from "@/lib/language";
import { NavLink } from "@/ui/shell";
import { websitePages } from "./website-menu";
import { WebsiteSwitcher } from "./website-switcher";

export function WebsiteNavigation({ websiteId }: { websiteId: string }) {
  return (
    <div className="mb-6 grid gap-4">
      <WebsiteSwitcher />
      <nav aria-label={t("Website")}>
        <ul className="grid gap-0.5">
          {websitePages.map((item) => (
            <li key={item.label}>
              <NavLink {...item} params={{ site: websiteId }} />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
