/** Pages outside of the main tasks: errors of the idp, sign-out, and the documentation. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkScreen } from "./check-screen";
import { type Product, startProduct } from "./product";
import { launch, Visitor } from "./visitor";

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

test("the other pages of the idp look right too", async () => {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await page.goto(product.operatorLink);
  await checkScreen(page, "operator-claim");
  await page.goto(`${product.base}/api/auth/signin?error=OAuthAccountNotLinked`);
  await page
    .getByText("To confirm your identity, sign in with the same account you used originally.")
    .waitFor();
  await checkScreen(page, "sign-in-error");
  for (const [code, name] of [
    ["AccessDenied", "access-denied"],
    ["Verification", "verification"],
    ["Configuration", "configuration"],
  ]) {
    await page.goto(`${product.base}/api/auth/error?error=${code}`);
    await checkScreen(page, `error-${name}`);
  }
  await page.goto(`${product.base}/api/auth/signout`);
  await page.getByText("Are you sure you want to sign out?").waitFor();
  await checkScreen(page, "sign-out");
  await page.goto(`${product.base}/oauth/authorize?client_id=nobody`);
  await checkScreen(page, "authorize-error");
  // These pages have the status of their error; any other complaint is unexpected.
  expect(visitor.complaints.filter((text) => !/status of (400|401|500)/.test(text))).toEqual([]);
});

test("the guides look right, and their search leads to one", async () => {
  const { page, complaints } = await Visitor.arrive(browser);
  await page.goto(`${product.base}/docs`);
  await checkScreen(page, "docs");
  await page.getByRole("searchbox").fill("verify signature");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Webhooks: Verify the signature" }).click();
  await page.getByRole("heading", { name: "Verify the signature" }).waitFor();
  await checkScreen(page, "docs-guide");
  expect(complaints).toEqual([]);
});

// The longest page by far: axe needs as long for it as for all others here.
test("the API reference looks right", async () => {
  const { page, complaints } = await Visitor.arrive(browser);
  await page.goto(`${product.base}/docs/reference`);
  await checkScreen(page, "api-reference");
  expect(complaints).toEqual([]);
});
