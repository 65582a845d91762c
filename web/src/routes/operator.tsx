/** The screens of the operator's area. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { NotFoundPage } from "@/features/session/not-found-page";
import { textsOf } from "@/lib/search";
import { paths } from "@/paths";
import { root } from "./root";

const OperatorGate = lazy(async () => ({
  default: (await import("@/features/operator/operator-gate")).OperatorGate,
}));

/** The operator's area, which asks for a sign-in of its own. */
const operator = createRoute({
  getParentRoute: () => root,
  id: "operator",
  component: () => (
    <Suspense>
      <OperatorGate stranger={<NotFoundPage />} />
    </Suspense>
  ),
});
const ofOperator = () => operator;

const routes = [
  createRoute({
    getParentRoute: ofOperator,
    path: paths.operator(),
    component: lazyRouteComponent(() => import("@/features/operator/health-page"), "HealthPage"),
  }),
  createRoute({
    getParentRoute: ofOperator,
    path: paths.operatorUsers(),
    validateSearch: textsOf("cursor", "q"),
    component: lazyRouteComponent(() => import("@/features/operator/users-page"), "UsersPage"),
  }),
  createRoute({
    getParentRoute: ofOperator,
    path: paths.operatorUser(),
    component: lazyRouteComponent(() => import("@/features/operator/user-page"), "UserPage"),
  }),
  createRoute({
    getParentRoute: ofOperator,
    path: paths.operatorWebsites(),
    validateSearch: textsOf("cursor", "q"),
    component: lazyRouteComponent(
      () => import("@/features/operator/websites-page"),
      "OperatorWebsitesPage",
    ),
  }),
  createRoute({
    getParentRoute: ofOperator,
    path: paths.operatorAudit(),
    validateSearch: textsOf("cursor", "actor", "act", "subject", "from", "to"),
    component: lazyRouteComponent(() => import("@/features/operator/audit-page"), "AuditPage"),
  }),
  createRoute({
    getParentRoute: ofOperator,
    path: paths.operatorKeys(),
    component: lazyRouteComponent(() => import("@/features/operator/keys-page"), "SigningKeysPage"),
  }),
  createRoute({
    getParentRoute: ofOperator,
    path: paths.operatorMail(),
    validateSearch: textsOf("cursor", "state"),
    component: lazyRouteComponent(() => import("@/features/operator/mail-page"), "MailPage"),
  }),
  createRoute({
    getParentRoute: ofOperator,
    path: paths.operatorWebhooks(),
    validateSearch: textsOf("cursor", "state"),
    component: lazyRouteComponent(
      () => import("@/features/operator/webhooks-page"),
      "OperatorWebhooksPage",
    ),
  }),
];

export const operatorArea = operator.addChildren(routes);
