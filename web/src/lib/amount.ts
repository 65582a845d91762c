/** Formats credits: integers in the smallest unit become grouped, signed figures without rounding. */
import { language, t } from "./language";

const minus = "\u2212";

export type AmountFormat = {
  /** Digits after the decimal point, fixed for each ledger; 0 to 6. */
  scale?: number;
  /** Shows a plus sign as well, as ledgers do. */
  signed?: boolean;
};

export function formatAmount(value: number, { scale = 0, signed = false }: AmountFormat = {}) {
  const { whole, fraction } = partsOf(value, scale);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === "de" ? "." : ",");
  return `${signOf(value, signed)}${grouped}${decimalText(fraction)}`;
}

/** Replaces the decimal point by the language's own. */
export function decimalText(figure: string): string {
  return language === "de" ? figure.replace(".", ",") : figure;
}

/** "-1240.50": a plain figure that spreadsheets read as a number; built from digits without division. */
export function decimalAmount(value: number | bigint, scale: number): string {
  const { whole, fraction } = partsOf(value, scale);
  return `${value < 0 ? "-" : ""}${whole}${fraction}`;
}

function partsOf(value: number | bigint, scale: number) {
  const digits = String(typeof value === "bigint" ? value : BigInt(Math.round(value)))
    .replace("-", "")
    .padStart(scale + 1, "0");
  return {
    whole: digits.slice(0, digits.length - scale),
    fraction: scale > 0 ? `.${digits.slice(-scale)}` : "",
  };
}

function signOf(value: number, signed: boolean): string {
  if (value < 0) return minus;
  return signed && value > 0 ? "+" : "";
}

/** "credit" as a label of a figure: "1 credit", "95 credits", "1.00 credit", "0.01 credits". Other units stay as codes. */
export function unitLabel(unit: string, value: number, scale: number): string {
  if (unit !== "credit") return unit;
  return value === 10 ** scale ? t("credit") : t("credits");
}

const compact = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });

/** "4.2K" for the axis of a chart, which shows the exact figure elsewhere. */
export function compactAmount(value: number, scale = 0): string {
  return compact.format(decimalAmount(value, scale) as `${number}`);
}
