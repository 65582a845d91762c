/** What a person does at any of our pages: reads its heading, and finds the way by keyboard alone. */
import type { Page } from "playwright-core";

/** Waits for a page by its heading. */
export async function titled(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

/** Presses Tab until the element of this id has the focus. */
export async function tabTo(page: Page, id: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await page.locator(`#${id}:focus`).count()) === 1) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${id}`);
}

/** Presses a button, or follows a link, by keyboard alone. */
export async function press(page: Page, id: string): Promise<void> {
  await tabTo(page, id);
  await page.keyboard.press("Enter");
}
