/** Repeated actions of a website that sells plans in test mode, and of its subscriber. */
import type { Page } from "playwright-core";
import { openSection, readText } from "./owner";
import type { Product } from "./product";

type PlanBody = { name: string; credits: number; amount_minor: number; max_quantity: number };

/** Creates a key on the page of API keys that may change what is sold, in the mode of the page. */
export async function catalogKey(page: Page): Promise<string> {
  await openSection(page, "API keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Catalogue");
  await dialog.getByRole("checkbox", { name: "Change what is sold" }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await readText(page, /^tg_test_[\w-]{43}$/);
  await page.getByRole("button", { name: "I have saved it" }).click();
  return key;
}

/** Adds a plan by the month; its price is at Stripe about a second later. */
export async function sellPlan(
  product: Product,
  key: string,
  code: string,
  { name, credits, amount_minor, max_quantity }: PlanBody,
): Promise<void> {
  const prices = [{ currency: "eur", amount_minor }];
  await put(product, key, `/v1/plans/${code}`, { name });
  await put(product, key, `/v1/plans/${code}/versions/1`, {
    interval: "month",
    credits,
    max_quantity,
    prices,
  });
}

async function put(product: Product, key: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${product.base}${path}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

/** Chooses an outcome on the double's page of a subscription. */
export async function subscribeWith(page: Page, method: RegExp): Promise<void> {
  await page.getByRole("radio", { name: method }).check();
  await page.getByRole("button", { name: "Subscribe" }).click();
}
