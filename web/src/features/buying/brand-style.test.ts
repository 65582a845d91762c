/** A website's buttons are as readable as in the owner's preview. */
import { expect, test } from "vitest";
import { inkOn, needsEdge } from "@/lib/color";
import { brandStyle } from "./brand-style";

const steps = ["00", "18", "33", "5a", "80", "a6", "cc", "ff"];
const colors = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
);

test("text and edge of each colour are those of the preview", () => {
  for (const color of colors) {
    const edge = (theme: "light" | "dark") =>
      needsEdge(color, theme) ? "var(--field-edge)" : "transparent";
    expect(brandStyle(color), color).toMatchObject({
      "--primary": color,
      "--primary-ink": inkOn(color),
      "--lift-control": `0 0 0 1px light-dark(${edge("light")}, ${edge("dark")})`,
    });
  }
});

test("a website without a colour keeps the buttons of the app", () => {
  expect(brandStyle(null)).toEqual({});
});
