/** People of the app: signed in by the code of a first mail, and the one who runs the installation. */
import type { Browser, Page } from "playwright-core";
import { codeOf } from "./post-office";
import type { Product } from "./product";
import { titled } from "./steps";
import { Visitor } from "./visitor";

/** Signs in at the page that is open now, the how-manieth time it may be. */
export async function byMail(
  page: Page,
  product: Product,
  email: string,
  letters = 0,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign in with Email" }).click();
  await page.locator("#input-code").fill(codeOf(await product.posts.letterTo(email, letters)));
  await page.keyboard.press("Enter");
}

/** Confirms who one is at the page that is open now, by a code to the address that the page knows. */
export async function confirmByMail(
  page: Page,
  product: Product,
  email: string,
  letters: number,
): Promise<void> {
  await titled(page, "Confirm it is you");
  await page.getByRole("button", { name: "Send a code to" }).click();
  await page.locator("#input-code").fill(codeOf(await product.posts.letterTo(email, letters)));
  await page.keyboard.press("Enter");
}

/** A browser in which this person is at the app's overview; `letters` is how many mails they had before. */
export async function atHome(
  browser: Browser,
  product: Product,
  email: string,
  letters = 0,
): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await page.goto(product.base);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await byMail(page, product, email, letters);
  await titled(page, "Overview");
  return visitor;
}

/** One of the places of the app's navigation. */
export async function go(page: Page, link: string, heading = link): Promise<void> {
  await page.getByRole("link", { name: link, exact: true }).first().click();
  await titled(page, heading);
}

/** What the browser said, but for refusals that a test asked for. */
export function unasked(visitor: Visitor, status: RegExp): string[] {
  return visitor.complaints.filter((text) => !status.test(text));
}
