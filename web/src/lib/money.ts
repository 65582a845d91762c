/** Formats amounts of money, and reads typed ones. Amounts are integers in the smallest unit that Stripe counts. */
import { decimalAmount } from "./amount";
import { language } from "./language";

const whole = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
const thousandths = new Set("bhd jod kwd omr tnd".split(" "));

/** Decimals of an amount, as Stripe counts them; they differ from those of ISO 4217 for some currencies. */
export function decimalsOf(currency: string): number {
  if (whole.has(currency)) return 0;
  return thousandths.has(currency) ? 3 : 2;
}

/** "€9.00"; a currency that the browser does not know is shown by its code. */
export function formatMoney(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const figure = decimalAmount(minor, decimals);
  try {
    const format = new Intl.NumberFormat(language === "de" ? "de" : "en", {
      style: "currency",
      currency: currency.toUpperCase(),
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    return format.format(figure as `${number}`);
  } catch {
    return `${figure} ${currency.toUpperCase()}`;
  }
}

/** Returns the smallest units of a typed amount such as "9" or "9.50"; null if it has too many decimals or is no amount. */
export function typedMoney(text: string, currency: string): number | null {
  const match = /^(\d{1,8})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!match) return null;
  const decimals = decimalsOf(currency);
  const fraction = match[2] ?? "";
  if (fraction.length > decimals) return null;
  const minor = Number(`${match[1]}${fraction.padEnd(decimals, "0")}`);
  return minor >= 1 && minor <= 99_999_999 ? minor : null;
}
