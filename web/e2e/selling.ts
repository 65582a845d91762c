/** Repeated actions of a website that sells in test mode, and the controls of the double of Stripe. */
import type { Page } from "playwright-core";
import { BackEnd } from "./api";
import { openSection, readText } from "./owner";
import type { Product } from "./product";
import { titled } from "./steps";

/** Adds a pack of 500 credits with 50 free ones for €9, and waits until it is on sale. */
export async function sellStarter(page: Page): Promise<void> {
  // The server connects the test mode of a new website a second after its registration.
  await openSection(page, "Billing settings");
  await page.getByText("acct_pretend").first().waitFor();
  await openSection(page, "Packs and plans");
  await page.getByRole("button", { name: "Add a pack" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a pack" });
  await dialog.getByLabel("Name").fill("Starter");
  await dialog.getByLabel("Credits", { exact: true }).fill("500");
  await dialog.getByLabel("Free bonus (optional)").fill("50");
  await dialog.getByLabel("Price").fill("9");
  await dialog.getByRole("button", { name: "Add pack" }).click();
  await page.getByText("On sale", { exact: true }).waitFor();
}

/** Buys the pack with a test card, from the page of packs; returns the origin of the double of Stripe. */
export async function buyStarter(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Buy one yourself with a test card" }).click();
  await titled(page, "Billing");
  await page.getByRole("button", { name: "Buy Starter" }).click();
  await page.waitForURL(/localhost:\d+\/pay\//);
  const { origin } = new URL(page.url());
  await page.getByRole("radio", { name: /^Pays/ }).check();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.getByText("550 credits are yours").waitFor();
  return origin;
}

/** Creates a key of the test mode on the page of API keys. */
export async function testBackEnd(page: Page, product: Product): Promise<BackEnd> {
  await openSection(page, "API keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Jobs");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await readText(page, /^tg_test_[\w-]{43}$/);
  await page.getByRole("button", { name: "I have saved it" }).click();
  return new BackEnd(product.base, key);
}

/** Uses a control of the double of Stripe, as the bank or Stripe's dashboard would do it. */
export async function control(
  stripe: string,
  name: string,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${stripe}/_control/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const result = await response.json();
  if (!response.ok) throw new Error(`${name}: ${JSON.stringify(result)}`);
  return result;
}
