/** Shows the current website and opens a list of the others. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { useApi } from "@/api/client";
import { useWebsiteScope, type WebsiteScope } from "@/api/website-scope";
import { websitesQuery } from "@/api/websites";
import { hostOf } from "@/lib/address";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Disclosure } from "@/ui/disclosure";
import { WebsiteMark } from "@/ui/website-mark";

export function WebsiteSwitcher() {
  const scope = useWebsiteScope();
  const { data: websites = [] } = useQuery(websitesQuery(useApi()));
  const current = websites.find(({ id }) => id === scope.id);
  return (
    <Disclosure
      label={t("Other websites")}
      summary={
        <>
          <WebsiteMark name={current?.name ?? ""} />
          <span className="min-w-0 flex-1 text-left">
            <span className="block truncate font-semibold text-sm">
              {current?.name ?? t("Website")}
            </span>
            <span className="block truncate text-ink-faint text-xs">
              {current ? hostOf(current.url) : "\u00a0"}
            </span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
        </>
      }
    >
      <ul className="grid max-h-72 gap-0.5 overflow-y-auto">
        {websites.map(({ id, name }) => (
          <li key={id}>
            <Choice scope={scope} id={id} name={name} />
          </li>
        ))}
      </ul>
      <Link
        to={paths.newWebsite()}
        className="mt-1 flex min-h-10 items-center gap-2 rounded-chip border-hairline border-t px-2 font-medium text-accent text-sm hover:bg-well"
      >
        <Plus aria-hidden className="size-4" />
        {t("Register a website")}
      </Link>
    </Disclosure>
  );
}

/** Opens another website's overview in the current mode. */
function Choice({ scope, id, name }: { scope: WebsiteScope; id: string; name: string }) {
  const isCurrent = id === scope.id;
  return (
    <Link
      to={paths.website()}
      params={{ site: id }}
      aria-current={isCurrent ? "true" : undefined}
      className="flex min-h-10 items-center gap-2 rounded-chip px-2 text-sm hover:bg-well"
    >
      <WebsiteMark name={name} small />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {isCurrent && <Check aria-hidden className="size-4 text-accent" />}
    </Link>
  );
}
