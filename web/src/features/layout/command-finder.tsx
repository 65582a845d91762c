/** The command bar's field and results: a combobox whose list is always open. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { useApi } from "@/api/client";
import { customersQuery } from "@/api/customers";
import { meQuery } from "@/api/me";
import type { WebsiteScope } from "@/api/website-scope";
import { websitesQuery } from "@/api/websites";
import { useSession } from "@/auth/session";
import { classes } from "@/lib/classes";
import { t } from "@/lib/language";
import { useSettled } from "@/ui/settled";
import type { NavGroup } from "@/ui/shell";
import { type Choice, type ChoiceGroup, choicesOf } from "./command-choices";
import { idQuery, isId, type NamedScope } from "./find-id";
import { recentOf } from "./recent";

const pauseMilliseconds = 60;
const maxCustomers = 6;

type Props = { groups: NavGroup[]; onChoose: (choice: Choice) => void };

export function CommandFinder({ groups, onChoose }: Props) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [marked, setMarked] = useState(0);
  const results = useChoices(typed.trim(), groups);
  const all = results.flatMap(({ choices }) => choices);
  const at = Math.min(marked, all.length - 1);
  const current = all[at];

  function onKeyDown(event: KeyboardEvent) {
    const to = markOf(event.key, at, all.length);
    if (to !== null) {
      event.preventDefault();
      setMarked(to);
      document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing && current) {
      event.preventDefault();
      if (!current.isEarlier) onChoose(current);
    }
  }

  return (
    <>
      <input
        type="text"
        role="combobox"
        // biome-ignore lint/a11y/noAutofocus: the user opened the dialog to type here.
        autoFocus
        aria-label={t("Search or jump to")}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current && `${id}-${at}`}
        placeholder={t("A page, an action, a customer, or any id")}
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setMarked(0);
        }}
        onKeyDown={onKeyDown}
        className="min-h-12 w-full border-hairline border-b bg-surface px-5 text-base placeholder:text-ink-faint focus-visible:outline-none"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t("Found")}
        className="max-h-72 overflow-y-auto p-1"
      >
        <Groups id={id} groups={results} marked={at} onMark={setMarked} onChoose={onChoose} />
      </div>
      <p role="status" className={all.length > 0 ? "sr-only" : "px-5 pb-5 text-ink-soft text-sm"}>
        {all.length > 0 ? t("{count} found", { count: all.length }) : t("Nothing found.")}
      </p>
    </>
  );
}

/** Returns the selected index after a key press; null for another key. */
function markOf(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  return null;
}

function useChoices(typed: string, groups: NavGroup[]): ChoiceGroup[] {
  const api = useApi();
  const queries = useQueryClient();
  const session = useSession();
  const { site: websiteId, customer = null } = useParams({ strict: false });
  const { mode = "live" } = useSearch({ strict: false });
  const scope: WebsiteScope | null = websiteId === undefined ? null : { id: websiteId, mode };
  const settled = useSettled(typed, pauseMilliseconds);
  const { data: websites = [] } = useQuery(websitesQuery(api));
  const { data: customers, isPlaceholderData } = useQuery({
    ...customersQuery(api, scope ?? { id: "", mode }, { q: settled }, maxCustomers),
    enabled: scope !== null && settled.length > 1,
  });
  const { data: me } = useQuery({ ...meQuery(api), staleTime: Number.POSITIVE_INFINITY });
  const { data: match = null } = useQuery({
    ...idQuery(api, settled, scopesOf(websites, scope)),
    enabled: isId(settled),
  });
  const isSearched = scope !== null && typed.length > 1;
  return choicesOf(typed, {
    groups,
    scope,
    customer,
    match,
    isOperator: me?.is_operator ?? false,
    signOut: () => {
      if (session.status === "signed-in") void session.signOut();
    },
    mayOperate: session.status === "signed-in" && session.mayOperate,
    websites,
    recent: recentOf(queries),
    customers: isSearched ? (customers?.items ?? []) : [],
    areEarlier: settled !== typed || isPlaceholderData,
  });
}

/** An unknown id is looked up on at most this many websites and modes. */
const maxScopes = 6;

/** The current website and mode come first, then its other mode, then other websites. */
function scopesOf(
  websites: { id: string; name: string }[],
  scope: WebsiteScope | null,
): NamedScope[] {
  const current = websites.filter(({ id }) => id === scope?.id);
  const others = websites.filter(({ id }) => id !== scope?.id).slice(0, maxScopes);
  const modes = scope?.mode === "test" ? (["test", "live"] as const) : (["live", "test"] as const);
  return [...current, ...others].flatMap(({ id, name }) =>
    modes.map((mode) => ({ id, name, mode })),
  );
}

type GroupsProps = {
  id: string;
  groups: ChoiceGroup[];
  marked: number;
  onMark: (at: number) => void;
  onChoose: (choice: Choice) => void;
};

function Groups({ id, groups, marked, onMark, onChoose }: GroupsProps) {
  let next = 0;
  return groups.map(({ title, choices }) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list, not fields of a form.
    <div key={title} role="group" aria-label={title}>
      <p aria-hidden className="px-3 py-1.5 font-medium text-ink-faint text-xs">
        {title}
      </p>
      {choices.map((choice) => {
        const at = next++;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys and keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: the field names the selected option by aria-activedescendant.
          <div
            key={choice.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === marked}
            onPointerMove={() => at !== marked && onMark(at)}
            onClick={() => onChoose(choice)}
            className={classes(
              "flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-chip px-3 text-sm",
              at === marked && "bg-well",
            )}
          >
            <span className="truncate">{choice.label}</span>
            {choice.note && <span className="truncate text-ink-faint text-xs">{choice.note}</span>}
          </div>
        );
      })}
    </div>
  ));
}
