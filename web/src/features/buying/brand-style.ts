/** The colour of a website's buttons as values of the tokens, so that every primary button in the frame has it. */
import type { CSSProperties } from "react";

/**
 * `lib/color` does the same for the owner's preview. It is not used here: a chunk that both pages share would be named in
 * the first load, whose budget is used up.
 */
export function brandStyle(color: string | null): CSSProperties {
  if (color === null) return {};
  const lightness = luminance(color);
  // Both texts have the same contrast at this luminance; the better one has at least 4.5 to 1 (WCAG 2.2).
  const [ink, opposite] = lightness > 0.179 ? ["#000000", "#ffffff"] : ["#ffffff", "#000000"];
  // Below 3 to 1 against the card, light or dark, a button needs an edge.
  const edges = [lightness > 0.3, lightness < 0.127].map((isFaint) =>
    isFaint ? "var(--field-edge)" : "transparent",
  );
  return {
    "--primary": color,
    "--primary-ink": ink,
    "--primary-hover": `color-mix(in srgb, ${color} 88%, ${opposite})`,
    "--lift-control": `0 0 0 1px light-dark(${edges.join(", ")})`,
  } as CSSProperties;
}

/** WCAG 2.2, relative luminance of "#rrggbb". */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
