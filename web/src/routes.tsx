/** Defines all screens of the app on one page; the operator's screens are in `routes/`. */
import {
  createBrowserHistory,
  createRoute,
  createRouter,
  type RouterHistory,
  retainSearchParams,
} from "@tanstack/react-router";
import { modeOfSearch } from "@/api/website-scope";
import type { Pages as PaymentPages } from "@/features/billing/payment-pages";
import { HomePage } from "@/features/credits/home-page";
import { BrokenPage } from "@/features/session/crash-page";
import { NotFoundPage } from "@/features/session/not-found-page";
import type { Gates } from "@/features/websites/gates";
import { textsOf } from "@/lib/search";
import { paths } from "@/paths";
import { focusHeading } from "@/routes/focus-heading";
import { accountArea } from "./routes/account";
import { lazyRouteComponent } from "./routes/lazy-page";
import { operatorArea } from "./routes/operator";
import { root } from "./routes/root";

const getParentRoute = () => root;

const routes = [
  createRoute({ getParentRoute, path: paths.home(), component: HomePage }),
  createRoute({
    getParentRoute,
    path: paths.credits(),
    component: lazyRouteComponent(() => import("@/features/credits/credits-page"), "CreditsPage"),
  }),
  createRoute({
    getParentRoute,
    path: paths.websites(),
    component: lazyRouteComponent(
      () => import("@/features/websites/websites-page"),
      "WebsitesPage",
    ),
  }),
  createRoute({
    getParentRoute,
    path: paths.newWebsite(),
    component: lazyRouteComponent(
      () => import("@/features/websites/new-website-page"),
      "NewWebsitePage",
    ),
  }),
];

const loadPayments = async (): Promise<PaymentPages> =>
  (await import("@/features/billing/payment-pages")).pages;
const loadGates = async (): Promise<Gates> => (await import("@/features/websites/gates")).gates;

/** Pages of one website; links between its pages keep the mode. */
const websiteRoute = createRoute({
  getParentRoute,
  id: "site",
  component: lazyRouteComponent(loadGates, "KnownWebsite"),
  validateSearch: modeOfSearch,
  search: { middlewares: [retainSearchParams(["mode"])] },
});
const inWebsite = () => websiteRoute;

/** Pages that the API refuses while the website is suspended. */
const running = createRoute({
  getParentRoute: inWebsite,
  id: "running",
  component: lazyRouteComponent(loadGates, "RunningOnly"),
});
const ofRunning = () => running;

const runningRoutes = [
  createRoute({
    getParentRoute: ofRunning,
    path: paths.website(),
    validateSearch: textsOf("days"),
    component: lazyRouteComponent(
      () => import("@/features/overview/overview-page"),
      "OverviewPage",
    ),
  }),
  createRoute({
    getParentRoute: ofRunning,
    path: paths.usage(),
    validateSearch: textsOf("days", "sort"),
    component: lazyRouteComponent(() => import("@/features/overview/usage-page"), "UsagePage"),
  }),
  createRoute({
    getParentRoute: ofRunning,
    path: paths.customers(),
    validateSearch: textsOf("cursor", "q", "size", "sort", "state"),
    component: lazyRouteComponent(
      () => import("@/features/customers/customers-page"),
      "CustomersPage",
    ),
  }),
  createRoute({
    getParentRoute: ofRunning,
    path: paths.customer(),
    validateSearch: textsOf(
      "cursor",
      "list",
      "size",
      "transaction",
      "kind",
      "feature",
      "from",
      "to",
      "open",
    ),
    component: lazyRouteComponent(
      () => import("@/features/customers/customer-page"),
      "CustomerPage",
    ),
  }),
  createRoute({
    getParentRoute: ofRunning,
    path: paths.transactions(),
    validateSearch: textsOf(
      "cursor",
      "size",
      "transaction",
      "customer",
      "kind",
      "feature",
      "from",
      "to",
    ),
    component: lazyRouteComponent(
      () => import("@/features/customers/transactions-page"),
      "TransactionsPage",
    ),
  }),
  createRoute({
    getParentRoute: ofRunning,
    path: paths.features(),
    validateSearch: textsOf("cursor", "open"),
    component: lazyRouteComponent(() => import("@/features/pricing/features-page"), "FeaturesPage"),
  }),
  createRoute({
    getParentRoute: ofRunning,
    path: paths.feature(),
    validateSearch: textsOf("cursor"),
    component: lazyRouteComponent(() => import("@/features/pricing/feature-page"), "FeaturePage"),
  }),
  createRoute({
    getParentRoute: ofRunning,
    path: paths.plans(),
    validateSearch: textsOf("open"),
    component: lazyRouteComponent(() => import("@/features/billing/plans-page"), "PlansPage"),
  }),
  createRoute({
    getParentRoute: ofRunning,
    path: paths.webhooks(),
    validateSearch: textsOf("open"),
    component: lazyRouteComponent(
      () => import("@/features/webhooks/webhooks-page"),
      "WebhooksPage",
    ),
  }),
  createRoute({
    getParentRoute: ofRunning,
    path: paths.webhook(),
    validateSearch: textsOf("cursor", "size", "state", "event"),
    component: lazyRouteComponent(() => import("@/features/webhooks/webhook-page"), "WebhookPage"),
  }),
];

const websiteRoutes = [
  createRoute({
    getParentRoute: inWebsite,
    path: paths.integration(),
    component: lazyRouteComponent(
      () => import("@/features/websites/integration-page"),
      "IntegrationPage",
    ),
  }),
  createRoute({
    getParentRoute: inWebsite,
    path: paths.keys(),
    validateSearch: textsOf("key", "open", "sort"),
    component: lazyRouteComponent(() => import("@/features/keys/keys-page"), "KeysPage"),
  }),
  createRoute({
    getParentRoute: inWebsite,
    path: paths.branding(),
    component: lazyRouteComponent(
      () => import("@/features/branding/branding-page"),
      "BrandingPage",
    ),
  }),
  createRoute({
    getParentRoute: inWebsite,
    path: paths.billingSettings(),
    component: lazyRouteComponent(
      () => import("@/features/billing/billing-settings-page"),
      "BillingSettingsPage",
    ),
  }),
  createRoute({
    getParentRoute: inWebsite,
    path: paths.comparison(),
    validateSearch: textsOf("cursor", "size", "state", "finding"),
    component: lazyRouteComponent(
      () => import("@/features/billing/comparison-page"),
      "ComparisonPage",
    ),
  }),
  createRoute({
    getParentRoute: inWebsite,
    path: paths.payments(),
    validateSearch: textsOf("cursor", "size", "state"),
    component: lazyRouteComponent(loadPayments, "PaymentsPage"),
  }),
  createRoute({
    getParentRoute: inWebsite,
    path: paths.payment(),
    validateSearch: textsOf("open"),
    component: lazyRouteComponent(loadPayments, "PaymentPage"),
  }),
  createRoute({
    getParentRoute: inWebsite,
    path: paths.subscriptions(),
    validateSearch: textsOf("cursor", "size", "state"),
    component: lazyRouteComponent(loadPayments, "SubscriptionsPage"),
  }),
  createRoute({
    getParentRoute: inWebsite,
    path: paths.subscription(),
    component: lazyRouteComponent(loadPayments, "SubscriptionPage"),
  }),
  createRoute({
    getParentRoute: inWebsite,
    path: paths.disputes(),
    validateSearch: textsOf("cursor", "size", "state"),
    component: lazyRouteComponent(() => import("@/features/billing/disputes-page"), "DisputesPage"),
  }),
  createRoute({
    getParentRoute: inWebsite,
    path: paths.revenue(),
    component: lazyRouteComponent(() => import("@/features/billing/revenue-page"), "RevenuePage"),
  }),
  createRoute({
    getParentRoute: inWebsite,
    path: paths.websiteSettings(),
    component: lazyRouteComponent(
      () => import("@/features/settings/settings-page"),
      "SettingsPage",
    ),
  }),
];

/** The browser's address selects the first page; a test may pass its own history. */
export function createAppRouter(history: RouterHistory = createBrowserHistory()) {
  const router = createRouter({
    history,
    routeTree: root.addChildren([
      ...routes,
      accountArea,
      websiteRoute.addChildren([...websiteRoutes, running.addChildren(runningRoutes)]),
      operatorArea,
    ]),
    defaultPreload: "intent",
    // Another customer, website or mode is a new page, so typed text does not move to it.
    defaultRemountDeps: ({ params, search }) => [params, "mode" in search && search.mode],
    defaultErrorComponent: BrokenPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
  router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
    if (pathChanged && fromLocation !== undefined) focusHeading();
  });
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
