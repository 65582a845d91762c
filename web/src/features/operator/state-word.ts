/** Returns the label of a state. */
import { t } from "@/lib/language";

const known: Readonly<Record<string, string>> = {
  waiting: t("Waiting"),
  sent: t("Sent"),
  given_up: t("Given up"),
  delivered: t("Delivered"),
  failed: t("Failed"),
  active: t("Active"),
  next: t("Next"),
  retiring: t("Retiring"),
  retired: t("Retired"),
};

/** "not_yet" becomes "Not yet". */
export function stateWord(state: string): string {
  const word = known[state];
  if (word !== undefined) return word;
  const words = state.replaceAll(/[_-]/g, " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
