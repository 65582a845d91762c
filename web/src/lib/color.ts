/** Chooses a readable text colour and a border for a website's button colour. */
import { decimalText } from "./amount";
import { t } from "./language";

/** A colour of sRGB. */
type Color = readonly [number, number, number];
export type Theme = "light" | "dark";

/** The background of the sign-in cards; a test compares it with the tokens. */
const surfaces: Record<Theme, string> = { light: "#ffffff", dark: "#16181c" };
/** The minimum contrast between a button's edge and its surroundings (WCAG 2.2, 1.4.11). */
const minEdgeContrast = 3;

/** Returns "#rrggbb" for a colour with or without # and in either case, or null. */
export function colorName(typed: string): string | null {
  const digits = /^#?([\da-f]{6})$/i.exec(typed.trim())?.[1];
  return digits === undefined ? null : `#${digits.toLowerCase()}`;
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(parts(one)), luminance(parts(other))].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Black or white, the one with more contrast: at least 4.5 to 1 on every colour. */
export function inkOn(color: string): "#000000" | "#ffffff" {
  return contrast(color, "#000000") >= contrast(color, "#ffffff") ? "#000000" : "#ffffff";
}

/** Returns true if a button of this colour needs a border to be visible on the card. */
export function needsEdge(color: string, theme: Theme): boolean {
  return contrast(color, surfaces[theme]) < minEdgeContrast;
}

/** Describes a colour's contrast in words. */
export function colorWords(color: string): string {
  const ink = inkOn(color);
  // Rounded down, so that the text never overstates it.
  const ratio = Math.floor(contrast(color, ink) * 10) / 10;
  const words = inkWords(ink, ratio);
  const isFaint = (theme: Theme) => needsEdge(color, theme);
  const faint = isFaint("light") ? (isFaint("dark") ? "both" : "light") : "dark";
  if (faint === "dark" && !isFaint("dark")) return words;
  return `${words} ${edgeWords[faint]}`;
}

const edgeWords = {
  light: t("It is hard to see on the light card, so the button gets a border there."),
  dark: t("It is hard to see on the dark card, so the button gets a border there."),
  both: t("It is hard to see on the light and dark card, so the button gets a border there."),
};

function inkWords(ink: string, ratio: number): string {
  const values = { ratio: decimalText(ratio.toFixed(1)) };
  if (ink === "#ffffff") {
    return ratio >= 7
      ? t("White text reads very well on it: the contrast is {ratio} to 1.", values)
      : t("White text reads well on it: the contrast is {ratio} to 1.", values);
  }
  return ratio >= 7
    ? t("Black text reads very well on it: the contrast is {ratio} to 1.", values)
    : t("Black text reads well on it: the contrast is {ratio} to 1.", values);
}

function parts(name: string): Color {
  const part = (at: number) => Number.parseInt(name.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** WCAG 2.2, relative luminance. */
function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
