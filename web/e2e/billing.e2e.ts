/** An owner sells a pack in test mode, and a user buys it with test cards; no account and no network is needed. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInToApp, unexpectedErrors } from "./app-users";
import { checkScreen } from "./check-screen";
import { openSection, openWebsite, register } from "./owner";
import { type Product, startProduct } from "./product";
import { control } from "./selling";
import { titled } from "./steps";
import { launch, type Visitor } from "./visitor";

let product: Product;
let browser: Browser;
let owner: Visitor;
let page: Page;
let overview: string;

beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
  owner = await signInToApp(browser, product, "olga@example.com");
  page = owner.page;
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Starts another purchase of the pack, up to the card page. */
async function buyAgain(): Promise<void> {
  const website = new URL(overview).pathname.split("/")[2] ?? "";
  await page.goto(`${product.base}/account/billing?website=${website}&test=1`);
  await titled(page, "Billing");
  await page.getByRole("button", { name: "Buy Starter" }).click();
  await page.waitForURL(/localhost:\d+\/pay\//);
}

async function pay(method: RegExp): Promise<void> {
  await page.getByRole("radio", { name: method }).check();
  await page.getByRole("button", { name: /^Pay/ }).click();
}

test("an owner adds a pack in test mode, which is on sale within seconds", async () => {
  await register(page, product);
  await openWebsite(page);
  overview = page.url();
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await openSection(page, "Billing settings");
  await page.getByText("acct_pretend").first().waitFor();
  await checkScreen(page, "billing-settings");
  await openSection(page, "Packs and plans");
  await checkScreen(page, "packs-empty");
  await page.getByRole("button", { name: "Add a pack" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a pack" });
  await dialog.getByLabel("Name").fill("Starter");
  await dialog.getByLabel("Credits", { exact: true }).fill("500");
  await dialog.getByLabel("Free bonus (optional)").fill("50");
  await dialog.getByLabel("Price").fill("9");
  await dialog.getByText("€9.00").waitFor();
  await checkScreen(page, "pack-dialog");
  await dialog.getByRole("button", { name: "Add pack" }).click();
  await page.getByText("On sale", { exact: true }).waitFor();
  await checkScreen(page, "packs");
});

test("a user is declined, then pays, and has the credits on return", async () => {
  await page.getByRole("link", { name: "Buy one yourself with a test card" }).click();
  await titled(page, "Billing");
  await page.getByRole("button", { name: "Buy Starter" }).waitFor();
  await checkScreen(page, "buying");
  await page.getByRole("button", { name: "Buy Starter" }).click();
  await page.waitForURL(/localhost:\d+\/pay\//);
  await pay(/^Declined/);
  await page.getByRole("alert").getByText("Not paid.").waitFor();
  await pay(/^Pays/);
  await titled(page, "Your purchase");
  await page.getByText("550 credits are yours").waitFor();
  await checkScreen(page, "bought");
  await page.getByRole("link", { name: "Show my balance" }).click();
  await page.getByText("550", { exact: true }).first().waitFor();
});

test("the owner sees the payment with its credits", async () => {
  await page.goto(overview);
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await openSection(page, "Payments");
  await page.getByRole("link", { name: /€9\.00/ }).click();
  await titled(page, "€9.00");
  await page.getByText("500 credits").waitFor();
  await page.getByText("50 free credits").waitFor();
  await checkScreen(page, "payment");
});

test("a user fails the confirmation at the bank, then confirms, and has the credits", async () => {
  await buyAgain();
  await pay(/^Must confirm/);
  await page.getByRole("heading", { name: "Do you want to pay 9.00 EUR?" }).waitFor();
  await page.getByRole("button", { name: "Fail the confirmation" }).click();
  await pay(/^Must confirm/);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await titled(page, "Your purchase");
  await page.getByText("550 credits are yours").waitFor();
});

test("a bank debit is on its way on return, and brings the credits once it is paid", async () => {
  await buyAgain();
  const { origin, pathname } = new URL(page.url());
  await pay(/^Delayed success/);
  await titled(page, "Your purchase");
  await page.getByText("Your payment is on its way").waitFor();
  await checkScreen(page, "bought-on-its-way");
  const session = pathname.split("/")[2];
  await control(origin, "end_delayed_payment", { session, is_paid: true });
  await page.reload();
  await page.getByText("550 credits are yours").waitFor();
  expect(unexpectedErrors(owner, /402/)).toEqual([]);
});
