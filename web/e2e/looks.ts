/** Looks at a screen as people would: in each theme and width, with axe, for overflow, and kept as a picture. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import axe from "axe-core";
import type { CDPSession, Page } from "playwright-core";
import { expect } from "vitest";
import { looks } from "./visitor";

const pictures = join(import.meta.dirname, "screenshots");
/** Widths at which nothing may overflow or be hard to use, besides those of the pictures. */
const between = [320, 768];

/** Expects nothing from axe and no sideways scrolling, and leaves a picture of each look. */
export async function look(page: Page, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true });
  for (const { theme, width, height } of looks) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    await expectNoFindings(page, `${name}, ${theme}, ${width}`);
    await page.screenshot({
      path: join(pictures, `${name}-${theme}-${width}.png`),
      fullPage: true,
    });
  }
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of between) {
      await page.setViewportSize({ width, height: 700 });
      await expectNoFindings(page, `${name}, ${colorScheme}, ${width}`);
    }
  }
  await page.setViewportSize({ width: 1360, height: 900 });
}

async function expectNoFindings(page: Page, where: string): Promise<void> {
  const [width, shown] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(width, `${where}: wider than the window`).toBeLessThanOrEqual(shown ?? 0);
  expect(await runAxe(page), where).toEqual([]);
}

/** Runs inside the page: what axe finds, as texts. */
async function findings(): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Runs axe by the debugging protocol, which the page's content policy does not govern. */
async function runAxe(page: Page): Promise<string[]> {
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
  const found = await evaluate(`(${findings})()`);
  return found as string[];
}

const debuggers = new WeakMap<Page, CDPSession>();

/** One connection for each page, for as long as it is open: one that ends takes away the devices that others play. */
async function debuggerOf(page: Page): Promise<CDPSession> {
  const session = debuggers.get(page) ?? (await page.context().newCDPSession(page));
  debuggers.set(page, session);
  return session;
}
