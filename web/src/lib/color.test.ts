/** Colours have the same contrasts, text colours and borders as on the sign-in pages. */
import { expect, test } from "vitest";
import { colorName, colorWords, contrast, inkOn, needsEdge } from "./color";

test("a colour has six digits and one spelling", () => {
  const rows: [string, string | null][] = [
    ["#08734f", "#08734f"],
    [" C2410C ", "#c2410c"],
    ["#fff", null],
    ["#08734g", null],
    ["red", null],
    ["", null],
  ];
  for (const [typed, expected] of rows) expect(colorName(typed)).toBe(expected);
});

test("known contrasts are what the identity provider counts", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 3);
  expect(contrast("#0000ff", "#ffffff")).toBeCloseTo(8.592, 3);
});

test("every colour can be written on, and what the card swallows gets an edge", () => {
  const rows: [string, string, boolean, boolean][] = [
    ["#ffffff", "#000000", true, false],
    ["#ffe14d", "#000000", true, false],
    ["#101218", "#ffffff", false, true],
    ["#c2410c", "#ffffff", false, false],
  ];
  for (const [color, ink, byDay, byNight] of rows) {
    expect(inkOn(color)).toBe(ink);
    expect([needsEdge(color, "light"), needsEdge(color, "dark")]).toEqual([byDay, byNight]);
  }
  for (let red = 0; red < 256; red += 17) {
    for (let green = 0; green < 256; green += 17) {
      const color = `#${[red, green, 90].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
      expect(contrast(color, inkOn(color)), color).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("a colour is described in words", () => {
  expect(colorWords("#c2410c")).toBe("White text reads well on it: the contrast is 5.1 to 1.");
  expect(colorWords("#ffe14d")).toBe(
    "Black text reads very well on it: the contrast is 16.1 to 1. It is hard to see on the light card, so the button gets a border there.",
  );
});
