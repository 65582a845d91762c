/** The signed-in frame: navigation, user menu and website switcher. */
import { Link, useLocation, useParams, useSearch } from "@tanstack/react-router";
import {
  AppWindow,
  CircleUser,
  Coins,
  FileDown,
  Globe,
  KeyRound,
  LayoutGrid,
  MonitorSmartphone,
  Plus,
  Receipt,
} from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { type SignedInUser, useSession } from "@/auth/session";
import { useView } from "@/auth/view";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { type NavGroup, Shell } from "@/ui/shell";
import { Bone } from "@/ui/skeleton";
import { ThemeToggle } from "@/ui/theme-toggle";
import { CommandLauncher } from "./command-launcher";
import { UserMenu } from "./user-menu";

// Users without a website do not load this chunk.
const WebsiteNavigation = lazy(async () => ({
  default: (await import("./website-navigation")).WebsiteNavigation,
}));
const ModeSwitch = lazy(async () => ({ default: (await import("./mode-switch")).ModeSwitch }));

const OperatorNavigation = lazy(async () => ({
  default: (await import("./operator-navigation")).OperatorNavigation,
}));
const OperatorEntry = lazy(async () => ({
  default: (await import("./operator-navigation")).OperatorEntry,
}));

const groups = (): NavGroup[] => [
  {
    title: null,
    items: [{ to: paths.home(), label: t("Overview"), icon: LayoutGrid, exact: true }],
  },
  {
    title: t("Your account"),
    items: [
      { to: paths.credits(), label: t("Credits"), icon: Coins },
      { to: paths.buying(), label: t("Billing"), icon: Receipt },
      { to: paths.account(), label: t("Profile"), icon: CircleUser, exact: true },
      { to: paths.signInMethods(), label: t("Ways to sign in"), icon: KeyRound },
      { to: paths.sessions(), label: t("Sessions"), icon: MonitorSmartphone },
      { to: paths.apps(), label: t("Apps"), icon: AppWindow },
      { to: paths.data(), label: t("Your data"), icon: FileDown },
    ],
  },
  { title: t("For owners"), items: [{ to: paths.websites(), label: t("Websites"), icon: Globe }] },
];

const accountGroups = (): NavGroup[] => [
  {
    title: t("Your account"),
    items: [
      // A website has its own overview in the group above.
      { to: paths.home(), label: t("Your overview"), icon: LayoutGrid, exact: true },
      { to: paths.credits(), label: t("Credits"), icon: Coins },
      { to: paths.account(), label: t("Profile"), icon: CircleUser, exact: true },
    ],
  },
];

/** Pages about an account itself, which only its user sees. */
const ownPages: readonly unknown[] = [
  paths.account(),
  paths.signInMethods(),
  paths.sessions(),
  paths.apps(),
  paths.buying(),
  paths.bought(),
  paths.data(),
];

/** Pages that change the live website in either mode, so they show no test mode. */
const liveInBothModes = [paths.branding(), paths.websiteSettings()].map(placeOf);

function placeOf(pathname: string): string | undefined {
  return pathname.split("/")[3];
}

function withoutOwnPages(groups: NavGroup[]): NavGroup[] {
  return groups.map(({ title, items }) => ({
    title,
    items: items.filter(({ to }) => !ownPages.includes(to)),
  }));
}

type Props = {
  user: SignedInUser;
  /** A notice above every page. */
  bar: ReactNode;
  children: ReactNode;
};

export function AppLayout({ user, bar, children }: Props) {
  const { site: websiteId } = useParams({ strict: false });
  const { mode } = useSearch({ strict: false });
  const isViewed = useView() !== null;
  const places = isViewed ? withoutOwnPages(groups()) : groups();
  const accountPages = isViewed ? withoutOwnPages(accountGroups()) : accountGroups();
  const session = useSession();
  const isPlayOnly = useLocation({
    select: ({ pathname }) => mode === "test" && !liveInBothModes.includes(placeOf(pathname)),
  });
  const isOperators = useLocation({
    select: ({ pathname }) => `${pathname}/`.startsWith(`${paths.operator()}/`),
  });
  if (isOperators && session.status === "signed-in" && session.mayOperate) {
    return (
      <Shell
        strip={t("Operator")}
        groups={accountPages}
        search={<CommandLauncher groups={accountPages} />}
        lead={
          <Suspense fallback={<Bone className="mb-5 h-12" />}>
            <OperatorNavigation />
          </Suspense>
        }
        aside={null}
        tools={<Tools user={user} />}
      >
        {children}
      </Shell>
    );
  }
  if (websiteId === undefined) {
    return (
      <Shell
        bar={bar}
        groups={places}
        search={<CommandLauncher groups={places} />}
        aside={isViewed ? null : <Foot />}
        tools={<Tools user={isViewed ? null : user} />}
      >
        {children}
      </Shell>
    );
  }
  return (
    <Shell
      bar={bar}
      {...(isPlayOnly && { strip: t("Test mode – play credits only") })}
      groups={accountPages}
      search={<CommandLauncher groups={accountPages} />}
      lead={
        <Suspense
          fallback={
            // As tall as the loaded navigation, so that the content below does not move.
            <div className="mb-6 h-[27.5rem]">
              <Bone className="h-12" />
            </div>
          }
        >
          <WebsiteNavigation websiteId={websiteId} />
        </Suspense>
      }
      aside={null}
      tools={
        <>
          <Suspense>
            <ModeSwitch />
          </Suspense>
          <Tools user={isViewed ? null : user} />
        </>
      }
    >
      {children}
    </Shell>
  );
}

function Foot() {
  return (
    <>
      <Suspense>
        <OperatorEntry />
      </Suspense>
      <AddWebsite />
    </>
  );
}

function AddWebsite() {
  return (
    <div className="rounded-control border border-hairline-strong border-dashed p-3 text-sm">
      <p className="font-medium">{t("Add a website")}</p>
      <p className="text-ink-soft text-xs">
        {t("Get sign-in, an API key and code to paste. Takes two minutes.")}
      </p>
      <Link
        to={paths.newWebsite()}
        className="mt-1.5 inline-flex min-h-8 items-center gap-1.5 rounded-chip font-medium text-accent underline-offset-4 hover:underline"
      >
        <Plus aria-hidden className="size-4" />
        {t("Register a website")}
      </Link>
    </div>
  );
}

/** A view has no user menu, but the theme is still the operator's own. */
function Tools({ user }: { user: SignedInUser | null }) {
  return user ? <UserMenu user={user} /> : <ThemeToggle />;
}
