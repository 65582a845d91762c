/** The places of one website, in the order in which one needs them. */
import {
  ChartColumn,
  CodeXml,
  KeyRound,
  LayoutDashboard,
  Palette,
  ReceiptText,
  Settings,
  Tags,
  Users,
  Webhook,
} from "lucide-react";
import { paths } from "@/paths";
import type { NavItem } from "@/ui/shell";

export const sitePlaces: NavItem[] = [
  { to: paths.site(), label: "Overview", icon: LayoutDashboard, exact: true },
  { to: paths.customers(), label: "Customers", icon: Users },
  { to: paths.transactions(), label: "Transactions", icon: ReceiptText },
  { to: paths.usage(), label: "Usage", icon: ChartColumn },
  { to: paths.features(), label: "Features and prices", icon: Tags },
  { to: paths.integration(), label: "Integration", icon: CodeXml },
  { to: paths.keys(), label: "API keys", icon: KeyRound },
  { to: paths.webhooks(), label: "Webhooks", icon: Webhook },
  { to: paths.branding(), label: "Branding", icon: Palette },
  { to: paths.siteSettings(), label: "Settings", icon: Settings },
];
