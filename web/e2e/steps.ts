/** A user's steps on any page: wait for its heading, and use it by keyboard alone. */
import type { Locator, Page } from "playwright-core";

/** This many presses of Tab pass through the longest page. */
const maxPresses = 80;

/** Waits for a page's heading and for the rest of its content, which may load later. */
export async function titled(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await page.waitForLoadState();
}

/** Presses Tab, or Shift and Tab, until this element has the focus. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  await target.first().waitFor();
  const reached = target.and(page.locator(":focus"));
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if ((await reached.count()) === 1) return;
    await page.keyboard.press(key);
  }
  const last = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  throw new Error(`${maxPresses} times ${key} do not reach ${target}; the last is ${last}`);
}

/** Presses a button or follows a link by keyboard alone. */
export async function press(page: Page, target: Locator, key?: "Tab" | "Shift+Tab"): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press("Enter");
}

/** Focuses a field and replaces its text by keyboard alone. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

/** Waits until this element has the focus. */
export async function focused(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(":focus")).waitFor();
}

/** Waits for a page within the app, whose heading gets the focus. */
export async function headingFocused(page: Page, heading: string): Promise<void> {
  await focused(page, page.getByRole("heading", { level: 1, name: heading, exact: true }));
}
