/** The whole story of billing in a browser: a pack, an automatic top-up, a plan that renews, a refund, and a lost dispute. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackEnd } from "./api";
import { signInToApp, unexpectedErrors } from "./app-users";
import { keepPicture } from "./docs-pictures";
import { openSection, openWebsite, register } from "./owner";
import { type Product, startProduct } from "./product";
import { buyStarter, control, sellStarter, testBackEnd } from "./selling";
import { focused, press, titled, type } from "./steps";
import { catalogKey, sellPlan, subscribeWith } from "./subscribing";
import { launch, type Visitor } from "./visitor";

const email = "olga@example.com";
/** A month of 31 days, and the hour after which the invoice of a renewal is charged. */
const month = 31 * 86_400 + 3_660;

let product: Product;
let browser: Browser;
let owner: Visitor;
let page: Page;
let backEnd: BackEnd;
let overview: string;
let billing: string;
/** The origin of the double of Stripe. */
let stripe: string;

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

/** Opens the page of the buyer's billing until it shows something: events reach this server within seconds. */
async function waitForBilling(shown: Locator): Promise<void> {
  await reopenUntil(async () => {
    await page.goto(billing);
    await titled(page, "Billing");
  }, shown);
}

async function reopenUntil(open: () => Promise<void>, shown: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await open();
        return shown
          .first()
          .waitFor({ timeout: 5_000 })
          .then(
            () => true,
            () => false,
          );
      },
      { timeout: 120_000, interval: 1_000 },
    )
    .toBe(true);
}

/** Opens the website's overview in test mode. */
async function openTestOverview(): Promise<void> {
  await page.goto(overview);
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await titled(page, "Overview");
}

/** Opens the newest or the oldest payment of a pack, as the owner. */
async function openPayment(age: "newest" | "oldest"): Promise<void> {
  await openTestOverview();
  await openSection(page, "Payments");
  const packs = page.getByRole("link", { name: /€9\.00/ });
  await (age === "newest" ? packs.first() : packs.last()).click();
  await titled(page, "€9.00");
}

const topUp = (): Locator => page.getByRole("article", { name: "Automatic top-up" });
const plan = (): Locator => page.getByRole("article", { name: "Pro" });

test("a website sells a pack and a plan, and a user buys the pack", async () => {
  await register(page, product);
  await openWebsite(page);
  overview = page.url();
  const website = new URL(overview).pathname.split("/")[2] ?? "";
  billing = `${product.base}/account/billing?website=${website}&test=1`;
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await sellStarter(page);
  stripe = await buyStarter(page);
  await openTestOverview();
  const key = await catalogKey(page);
  const pro = { name: "Pro", credits: 1_000, amount_minor: 1_900, max_quantity: 1 };
  await sellPlan(product, key, "pro", pro);
  backEnd = await testBackEnd(page, product);
  expect((await backEnd.spend("job-1", email, 5)).status).toBe(200);
});

test("a rule of the user's own buys the next pack when the credits run low", async () => {
  await waitForBilling(topUp());
  await press(page, topUp().getByRole("button", { name: "Turn on automatic top-up" }));
  const dialog = page.getByRole("dialog", { name: "Automatic top-up" });
  await type(page, dialog.getByLabel("Buy when fewer credits than this are left"), "100");
  await dialog.getByRole("checkbox").check();
  await press(page, dialog.getByRole("button", { name: "Turn on" }));
  await dialog.waitFor({ state: "hidden" });
  await press(page, topUp().getByRole("button", { name: "Add a card" }));
  await page.waitForURL(/\/portal\//);
  await page.getByLabel("Add a test method").selectOption({ index: 0 });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("4242").first().waitFor();
  await waitForBilling(topUp().getByText("On", { exact: true }));
  expect((await backEnd.spend("job-2", email, 500)).status).toBe(200);
  // 45 credits were left, and the rule has bought 550.
  await waitForBilling(topUp().getByText("Paid", { exact: true }));
  await topUp().getByText("550 credits").waitFor();
  await page
    .getByText(/\b595\b/)
    .first()
    .waitFor();
  await topUp().getByText("Paid", { exact: true }).scrollIntoViewIfNeeded();
  await keepPicture(page, "story-top-up");
});

test("the user subscribes, and the plan renews by Stripe's clock", async () => {
  await waitForBilling(page.getByRole("button", { name: "Subscribe to Pro" }));
  await press(page, page.getByRole("button", { name: "Subscribe to Pro" }));
  await page.waitForURL(/localhost:\d+\/pay\//);
  await subscribeWith(page, /^Pays/);
  await titled(page, "Your purchase");
  await page.getByText("Pro is active").waitFor();
  const next = plan().getByText(/^€19\.00 on /);
  await waitForBilling(next);
  const first = (await next.textContent()) ?? "";
  await control(stripe, "advance_clock", { seconds: month });
  await waitForBilling(
    plan()
      .getByText(/^€19\.00 on /)
      .filter({ hasNotText: first }),
  );
  await keepPicture(page, "story-plan");
});

test("the owner refunds the first pack, whose used credits are owed", async () => {
  await openPayment("oldest");
  await press(page, page.getByRole("button", { name: "Refund…" }));
  const dialog = page.getByRole("dialog", { name: "Refund payment" });
  await focused(page, dialog.getByRole("radio", { name: /^Unused credits/ }));
  // The next choice is the whole amount.
  await page.keyboard.press("ArrowDown");
  await dialog.getByText("used, owed by the customer").waitFor();
  await keepPicture(page, "story-refund");
  await press(page, dialog.getByRole("button", { name: "Refund €9.00" }));
  await page.getByText("€9.00 goes back to the buyer.").waitFor();
  await page.getByRole("heading", { name: "Refunds" }).waitFor();
});

test("the bank takes the money of the top-up back, which ends the rule", async () => {
  await openPayment("newest");
  const payment = page.url();
  const intent = (await page.getByText(/^pi_/).first().textContent()) ?? "";
  const { latest_charge: charge } = await control(stripe, "get_object", { id: intent });
  const dispute = await control(stripe, "open_dispute", { charge });
  const openDisputed = async () => {
    await page.goto(payment);
    await titled(page, "€9.00");
  };
  await reopenUntil(openDisputed, page.getByText(/550 credits are frozen/));
  await control(stripe, "step_dispute", { dispute: dispute["id"], step: "lose" });
  await reopenUntil(openDisputed, page.getByText(/The buyer has the money/));
  await keepPicture(page, "story-dispute");
  await waitForBilling(topUp().getByText("It was turned off because a payment is disputed."));
});

test("the owner sees what was earned and what went back", async () => {
  await openTestOverview();
  await openSection(page, "Revenue");
  // Two packs of €9.00 and two months of €19.00; both packs went back.
  const table = page.getByRole("table", { name: "EUR" });
  await table.getByRole("row", { name: /^Total 56\.00 .* 9\.00 9\.00 / }).waitFor();
  await keepPicture(page, "story-revenue");
  expect(unexpectedErrors(owner, /40[29]/)).toEqual([]);
});
