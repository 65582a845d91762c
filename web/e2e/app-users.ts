/** Users of the app: signed in with the code of a first email, and the operator. */
import type { Browser, Page } from "playwright-core";
import { codeOf } from "./mail-server";
import type { Product } from "./product";
import { titled } from "./steps";
import { Visitor } from "./visitor";

/** Signs in at the current page; `earlier` is the number of earlier emails. */
export async function signInByMail(
  page: Page,
  product: Product,
  email: string,
  earlier = 0,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign in with Email" }).click();
  await page.locator("#input-code").fill(codeOf(await product.mailServer.emailTo(email, earlier)));
  await page.keyboard.press("Enter");
}

/** Confirms the user's identity at the current page with a code to the known address. */
export async function confirmByMail(
  page: Page,
  product: Product,
  email: string,
  earlier: number,
): Promise<void> {
  await titled(page, "Confirm it is you");
  await page.getByRole("button", { name: "Send a code to" }).click();
  await page.locator("#input-code").fill(codeOf(await product.mailServer.emailTo(email, earlier)));
  await page.keyboard.press("Enter");
}

/** Opens a browser in which this user sees the app's overview; `earlier` is the number of earlier emails. */
export async function signInToApp(
  browser: Browser,
  product: Product,
  email: string,
  earlier = 0,
): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await page.goto(product.base);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await signInByMail(page, product, email, earlier);
  await titled(page, "Overview");
  return visitor;
}

/** Opens one of the pages in the app's navigation. */
export async function openPage(page: Page, link: string, heading = link): Promise<void> {
  await page.getByRole("link", { name: link, exact: true }).first().click();
  await titled(page, heading);
}

/** Returns the browser's complaints except for statuses that a test expects. */
export function unexpectedErrors(visitor: Visitor, status: RegExp): string[] {
  return visitor.complaints.filter((text) => !status.test(text));
}
