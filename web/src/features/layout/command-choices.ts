/** Builds the command bar's results and matches them with the typed text. */
import type { LinkProps } from "@tanstack/react-router";
import type { Site } from "@/api/site";
import type { Customer, ListedWebsite } from "@/api/types";
import { hostOf } from "@/lib/address";
import { t } from "@/lib/language";
import { isMeant } from "@/lib/matching";
import { paths, siteOf } from "@/paths";
import type { NavGroup, NavItem } from "@/ui/shell";
import type { Face } from "./command-launcher";
import type { FoundId } from "./find-id";
import { operatorPlaces } from "./operator-navigation";
import type { Recent } from "./recent";
import { sitePlaces } from "./site-places";

type Target =
  | { link: Pick<LinkProps, "to" | "params" | "search"> }
  | { href: string }
  | { face: Face }
  | { run: () => void };

export type Choice = Target & {
  id: string;
  label: string;
  note?: string | undefined;
  /** Found for an earlier text: it stays visible, but no key selects it. */
  isEarlier?: boolean;
};
export type ChoiceGroup = { title: string; choices: Choice[] };

export type Known = {
  groups: NavGroup[];
  site: Site | null;
  /** The customer of the current page. */
  customer: string | null;
  /** The user is an operator. */
  isOperator: boolean;
  /** The user has entered the operator's area. */
  mayOperate: boolean;
  signOut: () => void;
  /** The object of the typed id. */
  found: FoundId | null;
  recent: Recent[];
  websites: ListedWebsite[];
  customers: Customer[];
  /** The customers are results of an earlier text. */
  areEarlier: boolean;
};

const mostWebsites = 5;

export function choicesOf(typed: string, known: Known): ChoiceGroup[] {
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

function pages({ groups, site, isOperator, mayOperate }: Known): Choice[] {
  const ofSite = site === null ? [] : sitePlaces.map((place) => page(place, site));
  const personal = groups.flatMap(({ items, title }) =>
    items.map((place): Choice => {
      const { id, label, ...target } = page(place, null);
      // A website has an overview as well.
      return { ...target, id, label, note: site === null ? undefined : (title ?? undefined) };
    }),
  );
  const operators = mayOperate ? operatorPlaces.map((place) => page(place, null)) : [];
  return [
    ...ofSite,
    ...personal,
    ...operators.map((choice): Choice => ({ ...choice, note: t("Operator") })),
    ...(isOperator && !mayOperate
      ? [{ id: "operator", label: t("Operator"), link: { to: paths.operator() } }]
      : []),
    { id: "sites", label: t("Your websites"), link: { to: paths.sites() } },
    { id: "shortcuts", label: t("Keyboard shortcuts"), face: "shortcuts" },
  ];
}

/** Actions available from any page: each opens its form. */
function actions({ site, customer, signOut }: Known): Choice[] {
  const open = (to: NonNullable<LinkProps["to"]>, form: string, params: object = {}) => ({
    link: {
      to,
      params: { site: site?.id ?? "", ...params },
      search: { open: form, ...(site?.mode === "test" && { mode: "test" as const }) },
    } as Pick<LinkProps, "to">,
  });
  const ofSite: Choice[] =
    site === null
      ? []
      : [
          customer === null
            ? { id: "grant", label: t("Grant credits: choose a customer"), ...place(site) }
            : {
                id: "grant",
                label: t("Grant credits to this customer"),
                ...open(paths.customer(), "grant", { customer }),
              },
          { id: "new-key", label: t("Create an API key"), ...open(paths.keys(), "new") },
          { id: "new-hook", label: t("Add a webhook endpoint"), ...open(paths.webhooks(), "new") },
          { id: "new-feature", label: t("Add a feature"), ...open(paths.features(), "new") },
        ];
  return [
    ...ofSite,
    { id: "new-site", label: t("Register a website"), link: { to: paths.newSite() } },
    { id: "sign-out", label: t("Sign out"), run: signOut },
  ];
}

function place(site: Site) {
  return { link: withMode({ to: paths.customers(), params: { site: site.id } }, site) };
}

/** Returns the result for an id; only operators can look up users. */
function ids(typed: string, { found, mayOperate }: Known): Choice[] {
  if (mayOperate && /^usr_\w{8,}$/.test(typed)) {
    const link = { to: paths.operatorUser(), params: { user: typed } };
    return [{ id: "found", label: typed, note: t("User"), link }];
  }
  if (found === null || found.id !== typed) return [];
  const { id, kind, place, link } = found;
  const where = place.mode === "test" ? `${place.name} · ${t("Test")}` : place.name;
  return [{ id: "found", label: id, note: `${kind} · ${where}`, link }];
}

function page({ to, params, label }: NavItem, site: Site | null) {
  const link = { to, params: { ...params, ...(site && { site: site.id }) } };
  return { id: `page ${to}`, label, link: withMode(link, site) };
}

/** Links keep the mode of the current website. */
function withMode<Link extends object>(link: Link, site: Site | null) {
  return site?.mode === "test" ? { ...link, search: { mode: "test" as const } } : link;
}

/** Titles are the same on every website, so a recent page shows its website and mode. */
function recent({ recent: visited, websites: known }: Known): Choice[] {
  return visited.map(({ href, title }) => {
    const id = siteOf(href);
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

function websites(typed: string, known: Known): Choice[] {
  return known.websites
    .filter(
      ({ id, name, url }) =>
        typed === id || (id !== known.site?.id && isMeant(typed, `${name} ${hostOf(url)}`)),
    )
    .slice(0, mostWebsites)
    .map(({ id, name, url }) => ({
      id: `website ${id}`,
      label: name,
      note: hostOf(url),
      link: { to: paths.site(), params: { site: id } },
    }));
}

function customers({ customers: found, site, areEarlier }: Known): Choice[] {
  return found.map((one) => ({ ...customer(one, site), isEarlier: areEarlier }));
}

function customer(found: Customer, site: Site | null): Choice {
  const { id, name, email, external_id } = found;
  const params = { site: site?.id ?? "", customer: id };
  return {
    id: `customer ${id}`,
    label: name ?? email ?? external_id ?? id,
    note: name ? (email ?? external_id ?? undefined) : undefined,
    link: withMode({ to: paths.customer(), params }, site),
  };
}
