/** Credits in words: integers in the smallest unit become grouped, signed figures without any rounding. */
import { language, t } from "./language";

const minus = "\u2212";

export type AmountFormat = {
  /** Digits after the decimal point, fixed for each book; 0 to 6. */
  scale?: number;
  /** Show a plus sign as well, as ledgers do. */
  signed?: boolean;
};

export function formatAmount(value: number, { scale = 0, signed = false }: AmountFormat = {}) {
  const { whole, fraction } = partsOf(value, scale);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === "de" ? "." : ",");
  return `${signOf(value, signed)}${grouped}${decimalText(fraction)}`;
}

/** Writes the decimal point of a plain figure as the language does. */
export function decimalText(figure: string): string {
  return language === "de" ? figure.replace(".", ",") : figure;
}

/** "-1240.50": the plain figure that spreadsheets read as a number; its digits are set as text and never divided. */
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

/** "credit" as a label of a figure: "1 credit", "95 credits", "1.00 credit", "0.01 credits". Codes of other units stay as they are. */
export function unitLabel(unit: string, value: number, scale: number): string {
  if (unit !== "credit") return unit;
  return value === 10 ** scale ? t("credit") : t("credits");
}

const compact = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });

/** "4.2K" for the edge of a chart, where the exact figure is said elsewhere. */
export function compactAmount(value: number, scale = 0): string {
  return compact.format(decimalAmount(value, scale) as `${number}`);
}
