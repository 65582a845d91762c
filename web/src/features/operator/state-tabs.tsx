/** Links to all entries or those in one state; each link keeps the search. */
import { Link, type LinkProps, useSearch } from "@tanstack/react-router";
import { t } from "@/lib/language";
import { LinkTabs } from "@/ui/link-tabs";
import { stateWord } from "./state-word";

type Props = { to: NonNullable<LinkProps["to"]>; states: readonly string[] };

export function StateTabs({ to, states }: Props) {
  const { state, q } = useSearch({ strict: false });
  const searched = q ? { q } : {};
  return (
    <LinkTabs label={t("Which deliveries")}>
      <Link to={to} search={searched} aria-current={state ? undefined : "page"}>
        {t("All")}
      </Link>
      {states.map((known) => (
        <Link
          key={known}
          to={to}
          search={{ ...searched, state: known }}
          aria-current={known === state ? "page" : undefined}
        >
          {stateWord(known)}
        </Link>
      ))}
    </LinkTabs>
  );
}
