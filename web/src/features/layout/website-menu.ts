/** The pages of a website in the order of first use. */
import {
  Banknote,
  BookOpenText,
  CalendarClock,
  ChartColumn,
  CodeXml,
  KeyRound,
  Landmark,
  LayoutDashboard,
  Package,
  Palette,
  ReceiptText,
  Settings,
  ShieldAlert,
  Tags,
  Users,
  Webhook,
} from "lucide-react";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import type { NavItem } from "@/ui/shell";

export const websitePages: NavItem[] = [
  { to: paths.website(), label: t("Overview"), icon: LayoutDashboard, exact: true },
  { to: paths.customers(), label: t("Customers"), icon: Users },
  { to: paths.transactions(), label: t("Transactions"), icon: ReceiptText },
  { to: paths.usage(), label: t("Usage"), icon: ChartColumn },
  { to: paths.features(), label: t("Features and prices"), icon: Tags },
  { to: paths.plans(), label: t("Packs and plans"), icon: Package },
  { to: paths.subscriptions(), label: t("Subscriptions"), icon: CalendarClock },
  { to: paths.payments(), label: t("Payments"), icon: Banknote },
  { to: paths.disputes(), label: t("Disputes"), icon: ShieldAlert },
  { to: paths.revenue(), label: t("Revenue"), icon: BookOpenText },
  { to: paths.integration(), label: t("Integration"), icon: CodeXml },
  { to: paths.keys(), label: t("API keys"), icon: KeyRound },
  { to: paths.webhooks(), label: t("Webhooks"), icon: Webhook },
  { to: paths.branding(), label: t("Branding"), icon: Palette },
  { to: paths.billingSettings(), label: t("Billing settings"), icon: Landmark },
  { to: paths.websiteSettings(), label: t("Settings"), icon: Settings },
];
