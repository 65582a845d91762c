/** The navigation of the operator's area, and the link into it for operators. */
import { useQuery } from "@tanstack/react-query";
import {
  Activity,
  Banknote,
  Globe,
  KeyRound,
  Mail,
  ScrollText,
  ShieldCheck,
  Users,
  Webhook,
} from "lucide-react";
import { useApi } from "@/api/client";
import { meQuery } from "@/api/me";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { type NavItem, NavLink } from "@/ui/shell";

export const operatorPages: NavItem[] = [
  { to: paths.operator(), label: t("Health"), icon: Activity, exact: true },
  { to: paths.operatorUsers(), label: t("Users"), icon: Users },
  { to: paths.operatorWebsites(), label: t("All websites"), icon: Globe },
  { to: paths.operatorAudit(), label: t("Audit log"), icon: ScrollText },
  { to: paths.operatorKeys(), label: t("Signing keys"), icon: KeyRound },
  { to: paths.operatorMail(), label: t("Mail"), icon: Mail },
  { to: paths.operatorWebhooks(), label: t("Webhook deliveries"), icon: Webhook },
  { to: paths.operatorBilling(), label: t("Billing"), icon: Banknote },
];

export function OperatorNavigation() {
  return (
    <nav aria-label={t("Operator")} className="mb-6">
      <p className="flex items-center gap-1.5 px-3 pb-1.5 font-medium text-warn-ink text-xs">
        <ShieldCheck aria-hidden className="size-4" />
        {t("Operator")}
      </p>
      <ul className="grid gap-0.5">
        {operatorPages.map((item) => (
          <li key={item.label}>
            <NavLink {...item} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Only operators see this link. */
export function OperatorEntry() {
  const me = useQuery({ ...meQuery(useApi()), staleTime: Number.POSITIVE_INFINITY });
  if (!me.data?.is_operator) return null;
  return (
    <div className="mb-3">
      <NavLink to={paths.operator()} label={t("Operator")} icon={ShieldCheck} />
    </div>
  );
}
