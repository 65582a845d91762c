/** The frame of every signed-in page, with the navigation at the side, or in a drawer on phones. */
import { Link, type LinkProps } from "@tanstack/react-router";
import { type LucideIcon, Menu, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { t } from "@/lib/language";
import { Brand } from "./brand";
import { OfflineBanner } from "./offline-banner";
import { Toasts } from "./toast";

export type NavItem = {
  to: NonNullable<LinkProps["to"]>;
  /** The values of the `$` parts of the address. */
  params?: Record<string, string>;
  label: string;
  icon: LucideIcon;
  /** The link is current only at exactly this address, not below it. */
  exact?: boolean;
};

export type NavGroup = { title: string | null; items: NavItem[] };

type Props = {
  groups: NavGroup[];
  /** Rendered above the navigation: the current website or area. */
  lead?: ReactNode;
  /** Rendered at the left of the top bar: the search. */
  search: ReactNode;
  /** Rendered below the navigation. */
  aside: ReactNode;
  /** Rendered at the right of the top bar. */
  tools: ReactNode;
  /** The name of an area that needs care; every page shows it on a coloured strip. */
  strip?: string;
  /** Rendered above every page, such as a notice. */
  bar?: ReactNode;
  children: ReactNode;
};

export function Shell({ groups, lead, search, aside, tools, strip, bar, children }: Props) {
  const drawer = useRef<HTMLDialogElement>(null);
  const navigation = (
    <>
      {lead}
      <Navigation groups={groups} />
      <div className="mt-auto pt-6">{aside}</div>
    </>
  );
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-20 focus:rounded-control focus:bg-surface focus:px-4 focus:py-2"
      >
        {t("Skip to content")}
      </a>
      <aside
        aria-label={t("Sidebar")}
        className="sticky top-0 hidden h-dvh flex-col overflow-y-auto p-4 lg:flex"
      >
        <div className="px-3 pb-5">
          <Brand />
        </div>
        {navigation}
      </aside>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links and Escape close it by keyboard; this handles clicks on links and on the backdrop, which target the dialog itself. */}
      <dialog
        ref={drawer}
        aria-label={t("Menu")}
        className="drawer m-0 h-dvh max-h-none w-72 max-w-[85vw] border-hairline border-r bg-canvas text-ink shadow-drawer backdrop:bg-scrim"
        onClick={({ target, currentTarget }) => {
          const isWayOut =
            target === currentTarget || (target instanceof Element && target.closest("a"));
          if (isWayOut) currentTarget.close();
        }}
      >
        <div className="flex h-full flex-col overflow-y-auto p-4">
          <div className="flex items-center justify-between pb-4 pl-3">
            <Brand />
            <IconButton label={t("Close menu")} icon={X} onClick={() => drawer.current?.close()} />
          </div>
          {navigation}
        </div>
      </dialog>
      <div className="flex min-h-dvh min-w-0 flex-col border-hairline lg:border-l">
        {bar}
        <OfflineBanner />
        <header className="border-hairline border-b">
          {strip && (
            <p className="bg-warn px-4 py-0.5 text-center font-medium text-surface text-xs">
              {strip}
            </p>
          )}
          <div className="flex h-14 items-center gap-2 px-3 sm:px-6 lg:px-8">
            <span className="lg:hidden">
              <IconButton
                label={t("Open menu")}
                icon={Menu}
                onClick={() => drawer.current?.showModal()}
              />
            </span>
            <span className="flex max-[24rem]:hidden lg:hidden">
              <Brand narrow />
            </span>
            <div className="max-lg:ml-auto">{search}</div>
            <div className="flex items-center gap-1 lg:ml-auto">{tools}</div>
          </div>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[68rem] flex-1 px-4 py-7 sm:px-6 lg:px-8 lg:py-9"
        >
          {children}
        </main>
        <Toasts />
      </div>
    </div>
  );
}

function Navigation({ groups }: { groups: NavGroup[] }) {
  return (
    <nav aria-label={t("Main")} className="grid gap-5">
      {groups.map(({ title, items }) => (
        <div key={title ?? "main"}>
          {title && <p className="px-3 pb-1.5 font-medium text-ink-faint text-xs">{title}</p>}
          <ul className="grid gap-0.5">
            {items.map((item) => (
              <li key={item.to}>
                <NavLink {...item} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

export function NavLink({
  to,
  params = {},
  label,
  icon: Icon,
  exact = false,
}: NavItem & { params?: object }) {
  const base = "flex min-h-10 items-center gap-3 rounded-control border px-3 text-sm";
  return (
    <Link
      to={to}
      params={params}
      activeOptions={{ exact, includeSearch: false }}
      className={base}
      activeProps={{
        className: "border-hairline-strong bg-surface font-medium text-ink shadow-control",
      }}
      inactiveProps={{ className: "border-transparent text-ink-soft hover:bg-well hover:text-ink" }}
    >
      <Icon aria-hidden className="size-[1.125rem] shrink-0" />
      {label}
    </Link>
  );
}

type IconButtonProps = { label: string; icon: LucideIcon; onClick: () => void };

function IconButton({ label, icon: Icon, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-10 place-items-center rounded-control text-ink-soft hover:bg-well"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
