/** Checks a screen in each theme and width with axe and for overflow; with PICTURES=1 it also saves pictures. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import axe from "axe-core";
import type { CDPSession, Page } from "playwright-core";
import { expect } from "vitest";

type Theme = "light" | "dark";

/** The smallest phone, a usual one, a desktop at 200 % and a desktop: axe finds nothing in either theme. */
const widths = [320, 390, 720, 1440];
/** Rules that depend on the theme at every width; the other rules check a document that no theme changes. */
const aboutColors = ["color-contrast", "link-in-text-block"];

const pictures = join(import.meta.dirname, "screenshots");
const isPictured = process.env["PICTURES"] === "1";
/** The four forms of the saved pictures. */
const forms: { theme: Theme; width: number; height: number }[] = [
  { theme: "light", width: 1440, height: 900 },
  { theme: "dark", width: 1440, height: 900 },
  { theme: "light", width: 390, height: 844 },
  { theme: "dark", width: 390, height: 844 },
];

/** Expects no axe finding and no horizontal scrolling, and saves pictures if enabled. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  const run = await axeIn(page);
  for (const theme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 1440 ? 700 : 900 });
      await page.evaluate(settled);
      const where = `${name}, ${theme}, ${width}`;
      await expectNoOverflow(page, where);
      const isWhole = theme === "light" || width === 1440;
      expect(await run(isWhole ? null : aboutColors), where).toEqual([]);
    }
  }
  if (isPictured) await keepPictures(page, name);
}

/** Runs inside the page: waits until a change of theme or width is drawn and animations have ended. */
async function settled(): Promise<void> {
  // A page in the background draws nothing.
  if (!document.hidden) {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const [width, shown] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(width, `${where}: wider than the window`).toBeLessThanOrEqual(shown ?? 0);
}

async function keepPictures(page: Page, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true });
  for (const { theme, width, height } of forms) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    await page.evaluate(settled);
    const path = join(pictures, `${name}-${theme}-${width}.png`);
    await page.screenshot({ path, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1360, height: 900 });
}

/** Runs inside the page: returns axe findings for these rules, or for all, as texts. */
async function findings(rules: string[] | null): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: rules } }),
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Loads axe by the debugging protocol, which the page's content policy does not restrict. */
async function axeIn(page: Page): Promise<(rules: string[] | null) => Promise<string[]>> {
  const session = await debuggerOf(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await evaluate(`${axe.source}; 0`);
  return async (rules) => (await evaluate(`(${findings})(${JSON.stringify(rules)})`)) as string[];
}

const debuggers = new WeakMap<Page, CDPSession>();

/** One connection for each page while it is open: closing one would remove the virtual authenticators. */
async function debuggerOf(page: Page): Promise<CDPSession> {
  const session = debuggers.get(page) ?? (await page.context().newCDPSession(page));
  debuggers.set(page, session);
  return session;
}
