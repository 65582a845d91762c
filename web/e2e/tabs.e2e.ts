/** Two tabs renew their tokens for an hour, side by side, and no tab is signed out. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInToApp, unexpectedErrors } from "./app-users";
import { type Product, startProduct } from "./product";
import { titled } from "./steps";
import { launch } from "./visitor";

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A token expires after ten minutes and is renewed a minute before; only the pages' clocks run ahead. */
const renewals = 7;
const untilRenewal = 9 * 60_000 + 5_000;

/** Waits until a renewal is complete: a jump of the clock would abort pending requests. */
async function renewed(page: Page): Promise<void> {
  const response = await page.waitForResponse(
    (response) => new URL(response.url()).pathname === "/oauth/token" && response.ok(),
  );
  await response.finished();
}

/** A page with a wrong clock must add a server's nonce to its proofs; browsers log the first response as an error. */
const wantsNonce = /status of 40[01]/;

test("two tabs renew side by side for an hour", async () => {
  const visitor = await signInToApp(browser, product, "two@example.com");
  const { context, page: signedIn } = visitor;
  await context.clock.install();
  const tabs = [await context.newPage(), await context.newPage()];
  await signedIn.close();
  for (const tab of tabs) {
    await tab.goto(`${product.base}/account`);
    await titled(tab, "Profile");
  }
  for (let round = 0; round < renewals; round += 1) {
    const responses = tabs.map(renewed);
    await context.clock.fastForward(untilRenewal);
    await Promise.all(responses);
  }
  for (const tab of tabs) {
    await tab.getByRole("link", { name: "Sessions", exact: true }).first().click();
    await tab.getByText("This one").waitFor();
  }
  expect(unexpectedErrors(visitor, wantsNonce)).toEqual([]);
});

test("a tab that slept past the end of its token wakes up signed in", async () => {
  const visitor = await signInToApp(browser, product, "nap@example.com");
  const { context, page: signedIn } = visitor;
  await context.clock.install();
  const page = await context.newPage();
  await signedIn.close();
  await page.goto(`${product.base}/account`);
  await titled(page, "Profile");
  const response = renewed(page);
  // Two hours at once, as when a laptop was closed.
  await context.clock.fastForward(2 * 60 * 60_000);
  await response;
  await page.getByRole("link", { name: "Sessions", exact: true }).first().click();
  await page.getByText("This one").waitFor();
  expect(unexpectedErrors(visitor, wantsNonce)).toEqual([]);
});

test("signing out in one tab ends the other", async () => {
  const visitor = await signInToApp(browser, product, "out@example.com");
  const other = await visitor.context.newPage();
  await other.goto(`${product.base}/account`);
  await titled(other, "Profile");
  await visitor.page.goto(`${product.base}/account`);
  await visitor.page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await other.getByText("You were signed out in another tab or on another device.").waitFor();
  expect(visitor.complaints).toEqual([]);
});
