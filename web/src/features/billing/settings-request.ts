/** Writes all billing settings as a request: the server replaces each of them, so that each form sends all. */
import type { BillingSettings, BillingSettingsRequest } from "@/api/types";

/** An absent limit of top-ups removes the limit. */
export function requestOf(settings: BillingSettings): BillingSettingsRequest {
  const { connection: _, topup_month_max: most, ...others } = settings;
  return { ...others, ...(most !== null && { topup_month_max: most }) };
}
