/** Saves the pictures of a page for the documentation in both themes, if DOCS_PICTURES=1. */
import { join } from "node:path";
import type { Page } from "playwright-core";

const folder = join(import.meta.dirname, "../../docs/billing");
const isPictured = process.env["DOCS_PICTURES"] === "1";
const size = { width: 1360, height: 900 };

/** Saves what the window shows, as docs/billing/{name}-light.png and docs/billing/{name}-dark.png. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!isPictured) return;
  await page.setViewportSize(size);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({
      path: join(folder, `${name}-${colorScheme}.png`),
      animations: "disabled",
    });
  }
}
