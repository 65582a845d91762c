/** What an owner does again and again: signs in, registers a website, and goes from place to place. */
import type { Browser, Page } from "playwright-core";
import { BackEnd } from "./api";
import { codeOf } from "./post-office";
import type { Product } from "./product";
import { titled } from "./steps";
import { Visitor } from "./visitor";

/** Signed in to the app by the code of a first mail. */
export async function owning(browser: Browser, product: Product, email: string): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await page.goto(product.base);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign in with Email" }).click();
  await page.locator("#input-code").fill(codeOf(await product.posts.letterTo(email)));
  await page.keyboard.press("Enter");
  await titled(page, "Overview");
  return visitor;
}

/** Registers a website by the form, and stays at what it shows once; its back end has the live key. */
export async function register(
  page: Page,
  product: Product,
  { name = "Paperplane", url = "https://paperplane.example", redirect = "" } = {},
): Promise<BackEnd> {
  await page.goto(`${product.base}/sites/new`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Address", { exact: true }).fill(url);
  if (redirect) await page.getByLabel("Redirect addresses").fill(redirect);
  await page.getByRole("button", { name: "Register" }).click();
  await titled(page, `Connect ${name}`);
  return new BackEnd(product.base, await shown(page, /^tg_live_[\w-]{43}$/));
}

/** What a page shows that looks like this. */
export async function shown(page: Page, pattern: RegExp): Promise<string> {
  const text = await page.getByText(pattern).first().textContent();
  return text?.trim() ?? "";
}

/** From what a registration shows to the website's overview. */
export async function opened(page: Page, name = "Paperplane"): Promise<void> {
  await page.getByRole("link", { name: "Your websites" }).click();
  await page.getByRole("main").getByRole("link", { name, exact: true }).click();
  await titled(page, "Overview");
}

/** One of the website's places, by its navigation. */
export async function place(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Website" }).getByRole("link", { name }).click();
  await titled(page, name);
}
