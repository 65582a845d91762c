/** The screens of the operator's area, which requires a separate sign-in. */
import { createRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { modeOfSearch } from "@/api/website-scope";
import type { Pages } from "@/features/operator/pages";
import type { UserPages } from "@/features/operator/user-pages";
import { NotFoundPage } from "@/features/session/not-found-page";
import { textsOf } from "@/lib/search";
import { paths } from "@/paths";
import { lazyRouteComponent } from "./lazy-page";
import { root } from "./root";

const load = async (): Promise<Pages> => (await import("@/features/operator/pages")).pages;
const loadUserPages = async (): Promise<UserPages> =>
  (await import("@/features/operator/user-pages")).pages;
const OperatorGate = lazy(async () => ({
  default: (await import("@/features/operator/operator-gate")).OperatorGate,
}));

const area = createRoute({
  getParentRoute: () => root,
  id: "operator",
  component: () => (
    <Suspense>
      <OperatorGate otherwise={<NotFoundPage />} />
    </Suspense>
  ),
});
const getParentRoute = () => area;
const billingTexts = textsOf("cursor", "size", "list", "state", "error", "finding");

const routes = [
  createRoute({
    getParentRoute,
    path: paths.operator(),
    component: lazyRouteComponent(load, "HealthPage"),
  }),
  createRoute({
    getParentRoute,
    path: paths.operatorUsers(),
    validateSearch: textsOf("cursor", "q", "size"),
    component: lazyRouteComponent(loadUserPages, "UsersPage"),
  }),
  createRoute({
    getParentRoute,
    path: paths.operatorUser(),
    component: lazyRouteComponent(loadUserPages, "UserPage"),
  }),
  createRoute({
    getParentRoute,
    path: paths.operatorWebsites(),
    validateSearch: textsOf("cursor", "q", "size"),
    component: lazyRouteComponent(loadUserPages, "OperatorWebsitesPage"),
  }),
  createRoute({
    getParentRoute,
    path: paths.operatorAudit(),
    validateSearch: textsOf("cursor", "size", "actor", "act", "subject", "from", "to"),
    component: lazyRouteComponent(load, "AuditPage"),
  }),
  createRoute({
    getParentRoute,
    path: paths.operatorKeys(),
    component: lazyRouteComponent(load, "SigningKeysPage"),
  }),
  createRoute({
    getParentRoute,
    path: paths.operatorMail(),
    validateSearch: textsOf("cursor", "q", "size", "state"),
    component: lazyRouteComponent(load, "MailPage"),
  }),
  createRoute({
    getParentRoute,
    path: paths.operatorWebhooks(),
    validateSearch: textsOf("cursor", "size", "state"),
    component: lazyRouteComponent(load, "OperatorWebhooksPage"),
  }),
  createRoute({
    getParentRoute,
    path: paths.operatorBilling(),
    validateSearch: (search: Record<string, unknown>) => ({
      ...billingTexts(search),
      ...modeOfSearch(search),
    }),
    component: lazyRouteComponent(
      () => import("@/features/billing/operator-billing-page"),
      "OperatorBillingPage",
    ),
  }),
];

export const operatorArea = area.addChildren(routes);
