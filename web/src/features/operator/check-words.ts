/** Names the health checks; an unknown check keeps its code. */
import { t } from "@/lib/language";

const words = new Map([
  ["database", t("Database")],
  ["ledger", t("Ledger accounts")],
  ["user_changes", t("User changes")],
  ["ended_grants", t("Ended authorizations")],
  ["identity_provider", t("Identity provider")],
  ["identity_provider_database", t("Identity provider’s database")],
  ["sessions", t("Sessions")],
  ["mail", t("Mail")],
]);

export function checkWords(name: string): string {
  return words.get(name) ?? name;
}
