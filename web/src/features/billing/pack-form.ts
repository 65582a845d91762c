/** Reads the typed fields of a pack's version, and names what is missing. */
import type { PackVersionRequest } from "@/api/types";
import { typedAmount } from "@/lib/credit-change";
import { t } from "@/lib/language";
import { typedMoney } from "@/lib/money";

export type TypedVersion = {
  credits: string;
  bonus: string;
  days: string;
  currency: string;
  price: string;
};

export type ReadVersion = {
  credits: number | null;
  bonus: number | null;
  days: number | null;
  isDays: boolean;
  minor: number | null;
  body: PackVersionRequest | null;
};

const maxDays = 3650;

export function readVersion(typed: TypedVersion, scale: number): ReadVersion {
  const credits = typedAmount(typed.credits, scale);
  const bonus = typed.bonus.trim() === "" ? 0 : typedAmount(typed.bonus, scale);
  const days = typed.days.trim() === "" ? null : typedAmount(typed.days, 0);
  const isDays = typed.days.trim() === "" || (days !== null && days >= 1 && days <= maxDays);
  const minor = typedMoney(typed.price, typed.currency);
  const isWhole = credits !== null && credits > 0 && bonus !== null && isDays && minor !== null;
  return {
    credits: credits !== null && credits > 0 ? credits : null,
    bonus,
    days: isDays ? days : null,
    isDays,
    minor,
    body: isWhole
      ? {
          credits,
          bonus,
          ...(days !== null && { expires_days: days }),
          // The server refuses an expiry of a bonus that there is not.
          ...(days !== null && bonus > 0 && { bonus_expires_days: days }),
          prices: [{ currency: typed.currency, amount_minor: minor }],
        }
      : null,
  };
}

/** Returns a code for a name: "500 credits" becomes "500-credits". */
export function codeOf(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return plain.replace(/^-+|-+$/g, "").slice(0, 64);
}

export const currencies = [
  "eur",
  "usd",
  "gbp",
  "chf",
  "aud",
  "cad",
  "dkk",
  "jpy",
  "nok",
  "pln",
  "sek",
] as const;

export const amountHint = (currency: string) =>
  t("Enter an amount such as {example}.", { example: currency === "jpy" ? "900" : "9.00" });
