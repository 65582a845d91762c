/** Repeated actions of an owner: registers a website and opens its pages. */
import type { Page } from "playwright-core";
import { BackEnd } from "./api";
import type { Product } from "./product";
import { titled } from "./steps";

/** Registers a website by the form and stays on the result; returns a back end with the live key. */
export async function register(
  page: Page,
  product: Product,
  { name = "Paperplane", url = "https://paperplane.example", redirect = "", decimals = "0" } = {},
): Promise<BackEnd> {
  await page.goto(`${product.base}/sites/new`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Address", { exact: true }).fill(url);
  if (redirect) await page.getByLabel("Redirect addresses").fill(redirect);
  const places = page.getByRole("group", { name: "Decimal places of credits" });
  await places.getByText(decimals, { exact: true }).click();
  await page.getByRole("button", { name: "Register" }).click();
  await titled(page, `Connect ${name}`);
  return new BackEnd(product.base, await readText(page, /^tg_live_[\w-]{43}$/));
}

/** Returns the text on the page that matches this pattern. */
export async function readText(page: Page, pattern: RegExp): Promise<string> {
  const text = await page.getByText(pattern).first().textContent();
  return text?.trim() ?? "";
}

/** Opens the overview of a website from the result of its registration. */
export async function openWebsite(page: Page, name = "Paperplane"): Promise<void> {
  await page.getByRole("link", { name: "Your websites" }).click();
  await page.getByRole("main").getByRole("link", { name, exact: true }).click();
  await titled(page, "Overview");
}

/** Opens one of the website's pages by its navigation. */
export async function openSection(page: Page, name: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Website" })
    .getByRole("link", { name, exact: true })
    .click();
  await titled(page, name);
}
