/** A user subscribes with a test card, changes the plan with a preview, cancels and resumes it, all in test mode. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInByMail, signInToApp, unexpectedErrors } from "./app-users";
import { checkScreen } from "./check-screen";
import { openSection, openWebsite, register } from "./owner";
import { type Product, startProduct } from "./product";
import { control } from "./selling";
import { focused, press, titled, type } from "./steps";
import { catalogKey, sellPlan, subscribeWith } from "./subscribing";
import { launch, Visitor } from "./visitor";

let product: Product;
let browser: Browser;
let owner: Visitor;
let page: Page;
let overview: string;
let billing: string;
let stripe: string;

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

const website = () => new URL(overview).pathname.split("/")[2] ?? "";
/** The card of the user's own plan; the card of an offer has the same heading and another button. */
const own = (): Locator => page.getByRole("article", { name: /^(?:Pro|Team)$/ });

/** Reloads the page until it shows this text: prices and payments reach this server within seconds. */
async function reloadUntil(shown: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto(billing);
        await titled(page, "Billing");
        return shown.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(true);
}

test("a website that sells two plans shows them to a user", async () => {
  await register(page, product);
  await openWebsite(page);
  overview = page.url();
  billing = `${product.base}/account/billing?website=${website()}&test=1`;
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await openSection(page, "Billing settings");
  await page.getByText("acct_pretend").first().waitFor();
  const key = await catalogKey(page);
  const pro = { name: "Pro", credits: 1_000, amount_minor: 900, max_quantity: 1 };
  const team = { name: "Team", credits: 5_000, amount_minor: 2_900, max_quantity: 5 };
  await sellPlan(product, key, "pro", pro);
  await sellPlan(product, key, "team", team);
  await reloadUntil(page.getByRole("button", { name: "Subscribe to Team" }));
  await page.getByText("1,000 credits per month").waitFor();
  await checkScreen(page, "plans");
});

test("a user is declined, then subscribes, and sees the plan and its credits on return", async () => {
  await press(page, page.getByRole("button", { name: "Subscribe to Pro" }));
  await page.waitForURL(/localhost:\d+\/pay\//);
  stripe = new URL(page.url()).origin;
  await subscribeWith(page, /^Declined/);
  await page.getByRole("alert").getByText("Not paid.").waitFor();
  await subscribeWith(page, /^Pays/);
  await titled(page, "Your purchase");
  await page.getByText("Pro is active").waitFor();
  await page.getByText(/^1,000 credits are yours/).waitFor();
  await checkScreen(page, "subscribed");
  await page.getByRole("link", { name: "Show my balance" }).click();
  await page.getByText("1,000", { exact: true }).first().waitFor();
  await page.goto(billing);
  await own().getByText("Active", { exact: true }).waitFor();
  await own()
    .getByText(/^€9\.00 on /)
    .waitFor();
  await page.getByText("Your plan", { exact: true }).waitFor();
  await checkScreen(page, "billing-subscribed");
});

test("the change to a larger plan is previewed by keyboard, and paid with the saved card", async () => {
  await press(page, page.getByRole("button", { name: "Change to Team" }));
  const dialog = page.getByRole("dialog", { name: "Change plan" });
  await focused(page, dialog.getByRole("radio", { name: /^Team/ }));
  await dialog.getByText(/^A new period begins today/).waitFor();
  const confirm = dialog.getByRole("button", { name: "Pay €29.00 and change" });
  await confirm.waitFor();
  await checkScreen(page, "change-plan");
  await press(page, confirm);
  await page.getByText("Your plan is changed.").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await reloadUntil(page.getByRole("article", { name: "Team" }).getByText(/^€29\.00 on /));
});

test("a smaller plan is planned for the end of the period, and taken back", async () => {
  await press(page, page.getByRole("button", { name: "Change to Pro" }));
  const dialog = page.getByRole("dialog", { name: "Change plan" });
  await dialog.getByText(/^You keep what you have until /).waitFor();
  await press(page, dialog.getByRole("button", { name: "Confirm change" }));
  await page.getByText("The change is planned.").waitFor();
  await own()
    .getByText(/^From .* on: Pro\.$/)
    .waitFor();
  await checkScreen(page, "billing-change-planned");
  await press(page, own().getByRole("button", { name: "Take back the change" }));
  await page.getByText("The planned change is taken back.").waitFor();
  await own()
    .getByText(/^From .* on: Pro\.$/)
    .waitFor({ state: "hidden" });
});

test("a payment that the bank wants confirmed leads to the invoice, and then changes the seats", async () => {
  const card = await savedCard();
  await control(stripe, "set_card_outcome", { payment_method: card, method: "must_confirm" });
  await page.goto(billing);
  await press(page, own().getByRole("button", { name: "Change plan" }));
  const dialog = page.getByRole("dialog", { name: "Change plan" });
  await dialog.getByText(/^This is what you have/).waitFor();
  await type(page, dialog.getByLabel("Seats"), "2");
  await press(page, dialog.getByRole("button", { name: /^Pay €\d+\.\d\d and change$/ }));
  await dialog.getByText("Your bank asks you to confirm the payment.").waitFor();
  const link = dialog.getByRole("link", { name: "Open the invoice" });
  await focused(page, link);
  await checkScreen(page, "change-at-bank");
  const popup = owner.context.waitForEvent("page");
  await link.click();
  const invoice = await popup;
  await invoice.getByRole("button", { name: "Confirm at your bank" }).click();
  await invoice.getByRole("button", { name: "Confirm", exact: true }).click();
  await invoice.getByText("paid", { exact: true }).waitFor();
  await invoice.close();
  await control(stripe, "set_card_outcome", { payment_method: card });
  await reloadUntil(page.getByRole("article", { name: "Team" }).getByText(/^€58\.00 on /));
});

/** Finds the test card of the subscription by the newest payment, as the owner sees it. */
async function savedCard(): Promise<unknown> {
  await page.goto(overview);
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await titled(page, "Overview");
  await openSection(page, "Payments");
  await page.getByRole("link", { name: /€29\.00/ }).click();
  await titled(page, "€29.00");
  const intent = (await page.getByText(/^pi_/).first().textContent()) ?? "";
  const { payment_method } = await control(stripe, "get_object", { id: intent });
  return payment_method;
}

test("a user cancels with the period, and resumes before its end", async () => {
  await press(page, own().getByRole("button", { name: "Cancel plan" }));
  const dialog = page.getByRole("alertdialog", { name: "Cancel Team?" });
  await dialog.getByText(/^It runs until /).waitFor();
  await checkScreen(page, "cancel-plan");
  await dialog.getByRole("button", { name: "Cancel plan" }).click();
  await page.getByText(/^Your plan ends on /).waitFor();
  await own().getByText("Ending").waitFor();
  await checkScreen(page, "billing-canceling");
  await press(page, own().getByRole("button", { name: "Resume plan" }));
  await page.getByText("Your plan continues.").waitFor();
  await own().getByText("Active", { exact: true }).waitFor();
});

test("Stripe's page shows the saved card, and leads back", async () => {
  await press(page, own().getByRole("button", { name: "Change card" }));
  await page.waitForURL(/\/portal\//);
  await page.getByRole("heading", { name: "Payment methods" }).waitFor();
  await page.getByRole("link", { name: /^Back to / }).click();
  await titled(page, "Billing");
  expect(unexpectedErrors(owner, /40[29]/)).toEqual([]);
});

test("a visitor of the website sees its offers, signs in to buy, and comes back", async () => {
  const visitor = await Visitor.arrive(browser);
  const offers = visitor.page;
  await offers.goto(`${product.base}/buy/${website()}?test=1`);
  await titled(offers, "Get credits");
  await offers.getByRole("button", { name: "Sign in to buy Team" }).waitFor();
  await checkScreen(offers, "offers-signed-out");
  await offers.getByRole("button", { name: "Sign in to buy Pro" }).click();
  await signInByMail(offers, product, "vera@example.com");
  await titled(offers, "Get credits");
  await offers.getByRole("link", { name: "Paperplane" }).waitFor();
  await offers.getByRole("button", { name: "Subscribe to Pro" }).waitFor();
  await checkScreen(offers, "offers");
  await offers.getByRole("button", { name: "Subscribe to Pro" }).click();
  await offers.waitForURL(/localhost:\d+\/pay\//);
  await offers.getByRole("link", { name: "Leave without paying" }).click();
  await titled(offers, "Get credits");
  expect(unexpectedErrors(visitor, /402/)).toEqual([]);
});
