/** The screens of the user's own account. */
import { createRoute, Outlet } from "@tanstack/react-router";
import { useView } from "@/auth/view";
import type { Pages } from "@/features/buying/pages";
import { NotViewedPage } from "@/features/session/not-viewed-page";
import { textsOf } from "@/lib/search";
import { paths } from "@/paths";
import { lazyRouteComponent } from "./lazy-page";
import { root } from "./root";

const loadBuying = async (): Promise<Pages> => (await import("@/features/buying/pages")).pages;

/** Pages about the account itself, which the identity provider stores and only its user sees. */
const own = createRoute({
  getParentRoute: () => root,
  id: "own",
  component: () => (useView() === null ? <Outlet /> : <NotViewedPage />),
});
const ofAccount = () => own;

const ownRoutes = [
  createRoute({
    getParentRoute: ofAccount,
    path: paths.account(),
    component: lazyRouteComponent(() => import("@/features/account/account-page"), "AccountPage"),
  }),
  createRoute({
    getParentRoute: ofAccount,
    path: paths.signInMethods(),
    component: lazyRouteComponent(
      () => import("@/features/account/sign-in-methods-page"),
      "SignInMethodsPage",
    ),
  }),
  createRoute({
    getParentRoute: ofAccount,
    path: paths.sessions(),
    component: lazyRouteComponent(() => import("@/features/account/sessions-page"), "SessionsPage"),
  }),
  createRoute({
    getParentRoute: ofAccount,
    path: paths.apps(),
    component: lazyRouteComponent(() => import("@/features/account/apps-page"), "AppsPage"),
  }),
  createRoute({
    getParentRoute: ofAccount,
    path: paths.buying(),
    validateSearch: textsOf("cursor", "website", "test"),
    component: lazyRouteComponent(loadBuying, "BuyingPage"),
  }),
  createRoute({
    getParentRoute: ofAccount,
    path: paths.bought(),
    validateSearch: textsOf("checkout", "website", "test"),
    component: lazyRouteComponent(loadBuying, "BoughtPage"),
  }),
  createRoute({
    getParentRoute: ofAccount,
    path: paths.offers(),
    validateSearch: textsOf("test"),
    component: lazyRouteComponent(loadBuying, "OffersPage"),
  }),
  createRoute({
    getParentRoute: ofAccount,
    path: paths.data(),
    component: lazyRouteComponent(() => import("@/features/account/data-page"), "DataPage"),
  }),
];

export const accountArea = own.addChildren(ownRoutes);
