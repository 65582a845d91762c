/** A user turns an automatic top-up on, confirms its payment at the bank, replaces a card, and turns it off, all in test mode. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackEnd } from "./api";
import { signInToApp, unexpectedErrors } from "./app-users";
import { earlierTopUps, plant } from "./billing-faults";
import { checkScreen } from "./check-screen";
import { openSection, openWebsite, register } from "./owner";
import { type Product, startProduct } from "./product";
import { buyStarter, control, sellStarter, testBackEnd } from "./selling";
import { focused, press, titled, type } from "./steps";
import { launch, type Visitor } from "./visitor";

const email = "olga@example.com";

let product: Product;
let browser: Browser;
let owner: Visitor;
let page: Page;
let overview: string;
let website: string;
let backEnd: BackEnd;

beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
  owner = await signInToApp(browser, product, email);
  page = owner.page;
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const card = (): Locator => page.getByRole("article", { name: "Automatic top-up" });

/** Opens the website's overview in test mode. */
async function openTestOverview(): Promise<void> {
  await page.goto(overview);
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await titled(page, "Overview");
}

async function openBilling(): Promise<void> {
  await page.goto(`${product.base}/account/billing?website=${website}&test=1`);
  await titled(page, "Billing");
}

/** The customer's default card on the double's page. */
const defaultCard = (): Locator =>
  page.getByRole("listitem").filter({ has: page.getByText("default", { exact: true }) });

/** Saves a test card on the double's page and comes back; `digits` are the last four of its number. */
async function saveCard(method: string, digits: string): Promise<void> {
  await page.waitForURL(/\/portal\//);
  await page.getByLabel("Add a test method").selectOption(method);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await defaultCard().filter({ hasText: digits }).waitFor();
  await page.getByRole("link", { name: /^Back to / }).click();
  await titled(page, "Billing");
}

/** Reloads the page until the card shows this: attempts and cards reach this server within seconds. */
async function reloadUntil(shown: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await openBilling();
        return shown.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 90_000, interval: 500 },
    )
    .toBe(true);
}

test("the page of a website's offers leads to the top-up", async () => {
  await register(page, product);
  await openWebsite(page);
  overview = page.url();
  website = new URL(overview).pathname.split("/")[2] ?? "";
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await sellStarter(page);
  // Stripe knows the buyer by the first purchase.
  await buyStarter(page);
  await openTestOverview();
  backEnd = await testBackEnd(page, product);
  await page.goto(`${product.base}/buy/${website}?test=1`);
  await titled(page, "Get credits");
  const link = page.getByRole("link", { name: "Set up automatic top-up" });
  await link.waitFor();
  await checkScreen(page, "offers-top-up");
  await press(page, link);
  await titled(page, "Billing");
  await card().getByRole("button", { name: "Turn on automatic top-up" }).waitFor();
});

test("a user agrees to the terms by keyboard, and saves a card on Stripe's page", async () => {
  await press(page, card().getByRole("button", { name: "Turn on automatic top-up" }));
  const dialog = page.getByRole("dialog", { name: "Automatic top-up" });
  await focused(page, dialog.getByLabel("Pack"));
  await type(page, dialog.getByLabel("Buy when fewer credits than this are left"), "100");
  await type(page, dialog.getByLabel("At most per month, in EUR"), "20");
  await type(page, dialog.getByLabel("At most this many purchases per month"), "2");
  await press(page, dialog.getByRole("button", { name: "Turn on" }));
  const consent = dialog.getByRole("checkbox", { name: /^I agree that Paperplane charges/ });
  await focused(page, consent);
  await dialog.getByText("Tick the sentence if you agree.").waitFor();
  await checkScreen(page, "top-up-dialog");
  await page.keyboard.press("Space");
  await press(page, dialog.getByRole("button", { name: "Turn on" }));
  await dialog.waitFor({ state: "hidden" });
  await card()
    .getByText(/^When fewer than 100 credits are left, buy 500 for €9\.00/)
    .waitFor();
  await card().getByText("No card is saved.").waitFor();
  await checkScreen(page, "top-up-needs-card");
  await press(page, card().getByRole("button", { name: "Add a card" }));
  await saveCard("must_confirm", "3184");
  await card().getByText("On", { exact: true }).waitFor();
  await card().getByText(/••••/).waitFor();
});

test("a spend below the threshold buys a pack, which the user confirms at the bank", async () => {
  expect((await backEnd.spend("job-1", email, 500)).status).toBe(200);
  const link = card().getByRole("link", { name: "Confirm payment" });
  await reloadUntil(link);
  await checkScreen(page, "top-up-confirm");
  const popup = owner.context.waitForEvent("page");
  await press(page, link);
  const invoice = await popup;
  await invoice.getByRole("button", { name: "Confirm at your bank" }).click();
  await invoice.getByRole("button", { name: "Confirm", exact: true }).click();
  await invoice.getByText("paid", { exact: true }).waitFor();
  await invoice.close();
  await reloadUntil(card().getByText("Paid", { exact: true }));
  await card().getByText("€9.00 of €20.00 this month").waitFor();
  await page.getByText("600 credits available").waitFor();
});

test("a user whose card the bank refuses adds another one, which pays the next pack", async () => {
  await press(page, card().getByRole("button", { name: "Change card" }));
  await page.waitForURL(/\/portal\//);
  const lost = await defaultCard().locator("input[name=payment_method]").inputValue();
  const { origin } = new URL(page.url());
  await control(origin, "set_card_outcome", { payment_method: lost, method: "lost_card" });
  await plant(product, earlierTopUps);
  expect((await backEnd.spend("job-2", email, 550)).status).toBe(200);
  await reloadUntil(card().getByText("Your card could not be charged."));
  await card().getByText("The card was declined").waitFor();
  await checkScreen(page, "top-up-declined");
  await plant(product, earlierTopUps);
  await press(page, card().getByRole("button", { name: "Add a card" }));
  await saveCard("pays", "4242");
  await reloadUntil(card().getByText("€18.00 of €20.00 this month"));
  await page.getByText("600 credits available").waitFor();
});

test("the owner sees the rule of the customer", async () => {
  await openTestOverview();
  await openSection(page, "Customers");
  await page.getByRole("table", { name: "Customers" }).getByRole("link").first().click();
  const billing = page.getByRole("region", { name: "Billing" });
  await billing.getByText(/^When fewer than 100 credits are left/).waitFor();
  await checkScreen(page, "customer-top-up");
});

test("a user turns the top-up off", async () => {
  await openBilling();
  await press(page, card().getByRole("button", { name: "Turn off" }));
  const dialog = page.getByRole("alertdialog", { name: "Turn off automatic top-up?" });
  await press(page, dialog.getByRole("button", { name: "Turn off" }));
  await dialog.waitFor({ state: "hidden" });
  await card().getByText("Off", { exact: true }).waitFor();
  expect(unexpectedErrors(owner, /402/)).toEqual([]);
});
