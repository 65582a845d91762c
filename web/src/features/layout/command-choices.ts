/** Builds the command bar's results and matches them with the typed text. */
import type { LinkProps } from "@tanstack/react-router";
import type { Customer, ListedWebsite } from "@/api/types";
import type { WebsiteScope } from "@/api/website-scope";
import { hostOf } from "@/lib/address";
import { t } from "@/lib/language";
import { isMeant } from "@/lib/matching";
import { paths, websiteOf } from "@/paths";
import type { NavGroup, NavItem } from "@/ui/shell";
import type { Panel } from "./command-launcher";
import type { IdMatch } from "./find-id";
import { operatorPages } from "./operator-navigation";
import type { Recent } from "./recent";
import { websitePages } from "./website-menu";

type Target =
  | { link: Pick<LinkProps, "to" | "params" | "search"> }
  | { href: string }
  | { panel: Panel }
  | { run: () => void };

export type Choice = Target & {
  id: string;
  label: string;
  note?: string | undefined;
  /** Found for an earlier text: it stays visible, but no key selects it. */
  isEarlier?: boolean;
};
export type ChoiceGroup = { title: string; choices: Choice[] };

export type SearchContext = {
  groups: NavGroup[];
  scope: WebsiteScope | null;
  /** The customer of the current page. */
  customer: string | null;
  /** The user is an operator. */
  isOperator: boolean;
  /** The user has entered the operator's area. */
  mayOperate: boolean;
  signOut: () => void;
  /** The object of the typed id. */
  match: IdMatch | null;
  recent: Recent[];
  websites: ListedWebsite[];
  customers: Customer[];
  /** The customers are results of an earlier text. */
  areEarlier: boolean;
};

const maxWebsites = 5;

export function choicesOf(typed: string, known: SearchContext): ChoiceGroup[] {
  const groups = [
    { title: t("Recent"), choices: typed === "" ? recent(known) : [] },
    { title: t("Pages"), choices: pages(known).filter(({ label }) => isMeant(typed, label)) },
    { title: t("Actions"), choices: actions(known).filter(({ label }) => isMeant(typed, label)) },
    { title: t("Websites"), choices: websites(typed, known) },
    { title: t("Ids"), choices: ids(typed, known) },
    // Customers are last: they load later, and the selected result must not move.
    { title: t("Customers"), choices: customers(known) },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

function pages({ groups, scope, isOperator, mayOperate }: SearchContext): Choice[] {
  const inWebsite = scope === null ? [] : websitePages.map((item) => page(item, scope));
  const personal = groups.flatMap(({ items, title }) =>
    items.map((item): Choice => {
      const { id, label, ...target } = page(item, null);
      // A website has an overview as well.
      return { ...target, id, label, note: scope === null ? undefined : (title ?? undefined) };
    }),
  );
  const operators = mayOperate ? operatorPages.map((item) => page(item, null)) : [];
  return [
    ...inWebsite,
    ...personal,
    ...operators.map((choice): Choice => ({ ...choice, note: t("Operator") })),
    ...(isOperator && !mayOperate
      ? [{ id: "operator", label: t("Operator"), link: { to: paths.operator() } }]
      : []),
    { id: "sites", label: t("Your websites"), link: { to: paths.websites() } },
    { id: "shortcuts", label: t("Keyboard shortcuts"), panel: "shortcuts" },
  ];
}

/** Actions available from any page: each opens its form. */
function actions({ scope, customer, signOut }: SearchContext): Choice[] {
  const open = (to: NonNullable<LinkProps["to"]>, form: string, params: object = {}) => ({
    link: {
      to,
      params: { site: scope?.id ?? "", ...params },
      search: { open: form, ...(scope?.mode === "test" && { mode: "test" as const }) },
    } as Pick<LinkProps, "to">,
  });
  const inWebsite: Choice[] =
    scope === null
      ? []
      : [
          customer === null
            ? { id: "grant", label: t("Grant credits: choose a customer"), ...customersLink(scope) }
            : {
                id: "grant",
                label: t("Grant credits to this customer"),
                ...open(paths.customer(), "grant", { customer }),
              },
          { id: "new-key", label: t("Create an API key"), ...open(paths.keys(), "new") },
          { id: "new-hook", label: t("Add a webhook endpoint"), ...open(paths.webhooks(), "new") },
          { id: "new-feature", label: t("Add a feature"), ...open(paths.features(), "new") },
          { id: "new-pack", label: t("Add a pack"), ...open(paths.plans(), "new") },
          { id: "new-plan", label: t("Add a plan"), ...open(paths.plans(), "new-plan") },
        ];
  return [
    ...inWebsite,
    { id: "new-site", label: t("Register a website"), link: { to: paths.newWebsite() } },
    { id: "sign-out", label: t("Sign out"), run: signOut },
  ];
}

function customersLink(scope: WebsiteScope) {
  return { link: withMode({ to: paths.customers(), params: { site: scope.id } }, scope) };
}

/** Returns the result for an id; only operators can look up users. */
function ids(typed: string, { match, mayOperate }: SearchContext): Choice[] {
  if (mayOperate && /^usr_\w{8,}$/.test(typed)) {
    const link = { to: paths.operatorUser(), params: { user: typed } };
    return [{ id: "found", label: typed, note: t("User"), link }];
  }
  if (match === null || match.id !== typed) return [];
  const { id, kind, scope: item, link } = match;
  const where = item.mode === "test" ? `${item.name} · ${t("Test")}` : item.name;
  return [{ id: "found", label: id, note: `${kind} · ${where}`, link }];
}

function page({ to, params, label }: NavItem, scope: WebsiteScope | null) {
  const link = { to, params: { ...params, ...(scope && { site: scope.id }) } };
  return { id: `page ${to}`, label, link: withMode(link, scope) };
}

/** Links keep the mode of the current website. */
function withMode<Link extends object>(link: Link, scope: WebsiteScope | null) {
  return scope?.mode === "test" ? { ...link, search: { mode: "test" as const } } : link;
}

/** Titles are the same on every website, so a recent page shows its website and mode. */
function recent({ recent: visited, websites: known }: SearchContext): Choice[] {
  return visited.map(({ href, title }) => {
    const id = websiteOf(href);
    const name = known.find((website) => website.id === id)?.name ?? id ?? undefined;
    const isTest = /[?&]mode=test(?:&|$)/.test(href);
    return {
      id: `recent ${href}`,
      label: title,
      note: isTest ? `${name} · ${t("Test")}` : name,
      href,
    };
  });
}

function websites(typed: string, known: SearchContext): Choice[] {
  return known.websites
    .filter(
      ({ id, name, url }) =>
        typed === id || (id !== known.scope?.id && isMeant(typed, `${name} ${hostOf(url)}`)),
    )
    .slice(0, maxWebsites)
    .map(({ id, name, url }) => ({
      id: `website ${id}`,
      label: name,
      note: hostOf(url),
      link: { to: paths.website(), params: { site: id } },
    }));
}

function customers({ customers: match, scope, areEarlier }: SearchContext): Choice[] {
  return match.map((one) => ({ ...customer(one, scope), isEarlier: areEarlier }));
}

function customer(match: Customer, scope: WebsiteScope | null): Choice {
  const { id, name, email, external_id } = match;
  const params = { site: scope?.id ?? "", customer: id };
  return {
    id: `customer ${id}`,
    label: name ?? email ?? external_id ?? id,
    note: name ? (email ?? external_id ?? undefined) : undefined,
    link: withMode({ to: paths.customer(), params }, scope),
  };
}
