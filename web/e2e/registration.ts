/** Registers clients of other websites by the idp's admin API, and signs users in for them. */
import type { Page } from "playwright-core";
import { codeOf } from "./mail-server";
import type { Product } from "./product";

/** Registers a client by its RFC 7591 metadata; returns its secret, empty for a public client. */
export async function register(
  product: Product,
  id: string,
  metadata: Record<string, unknown>,
): Promise<string> {
  const granted = await fetch(`${product.base}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`product-api:${product.apiSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: "idp.clients" }),
  });
  const { access_token } = await granted.json();
  const response = await fetch(`${product.base}/admin/v1/clients/${id}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text).client_secret ?? "";
}

/** Signs a user in at the idp's current page with the code of a first email. */
export async function signIn(page: Page, product: Product, email: string): Promise<void> {
  await page.locator("#input-email-for-email-provider").fill(email);
  await page.locator("#email-form #submitButton").click();
  const message = await product.mailServer.emailTo(email);
  await page.locator("#input-code").fill(codeOf(message));
  await page.keyboard.press("Enter");
}
