/** An owner sells a pack and decides about what differs from Stripe; the operator applies dead letters again. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackEnd } from "./api";
import { openPage, signInByMail, signInToApp, unexpectedErrors } from "./app-users";
import { deadCheckouts, plant, wrongAmounts } from "./billing-faults";
import { checkScreen } from "./check-screen";
import { openSection, openWebsite, register } from "./owner";
import { type Product, startProduct } from "./product";
import { control } from "./selling";
import { press, titled, type } from "./steps";
import { launch, Visitor } from "./visitor";

const email = "olga@example.com";
const operator = "operator@example.com";

let product: Product;
let browser: Browser;
let backEnd: BackEnd;
let overview: string;
/** The address of the double of Stripe. */
let stripe: string;

beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Returns the owner at the website's overview in test mode, with a recent sign-in. */
async function owner(): Promise<Visitor> {
  const visitor = await signInToApp(browser, product, email, product.mailServer.emailCount(email));
  await visitor.page.goto(overview);
  await titled(visitor.page, "Overview");
  return visitor;
}

async function addPack(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add a pack" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a pack" });
  await dialog.getByLabel("Name").fill("Starter");
  await dialog.getByLabel("Credits", { exact: true }).fill("500");
  await dialog.getByLabel("Price").fill("9");
  await dialog.getByRole("button", { name: "Add pack" }).click();
  await page.getByText("On sale", { exact: true }).waitFor();
}

async function pay(page: Page): Promise<void> {
  await page.waitForURL(/localhost:\d+\/pay\//);
  stripe = new URL(page.url()).origin;
  await page.getByRole("radio", { name: /^Pays/ }).check();
  await page.getByRole("button", { name: /^Pay/ }).click();
}

/** Connects the website's live mode to an account of the owner after two bad keys were refused, and adds a pack. */
async function sellLive(page: Page): Promise<void> {
  const key = "rk_live_0123456789abcdefghijklmn";
  const added = { account: "acct_olga", is_live: true, key };
  await control(stripe, "add_key", { ...added, permissions: [] });
  await page.getByRole("link", { name: "Live", exact: true }).click();
  await page.waitForURL((url) => !url.searchParams.has("mode"));
  await openSection(page, "Billing settings");
  const connect = page.getByRole("button", { name: "Connect Stripe" });
  await page.getByLabel("Restricted key").fill("pk_live_0123456789abcdefghijklmn");
  await connect.click();
  await page.getByText(/^This is a publishable key, .* Create a restricted key\.$/).waitFor();
  await page.getByLabel("Restricted key").fill(key);
  await connect.click();
  await page.getByText(/^The key lacks: /).waitFor();
  await checkScreen(page, "connect-refused");
  // The owner gives the key its permissions in Stripe's dashboard, and connects again.
  await control(stripe, "add_key", added);
  await connect.click();
  await page.getByText("acct_olga").first().waitFor();
  await openSection(page, "Packs and plans");
  await addPack(page);
}

/** A customer of the live mode pays by a link from the owner. */
async function buyLive(page: Page): Promise<void> {
  await backEnd.grant("welcome", "grace@example.com", 100);
  await openSection(page, "Customers");
  await page.getByRole("table", { name: "Customers" }).getByRole("link").first().click();
  const card = page.getByRole("region", { name: "Billing" });
  await card.getByText("Has not bought anything yet.").waitFor();
  await card.getByRole("button", { name: "Send a link…" }).click();
  const dialog = page.getByRole("dialog", { name: "Send a link" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByText(/\/pay\//).textContent();
  await page.keyboard.press("Escape");
  const buyer = await Visitor.arrive(browser);
  await buyer.page.goto(link ?? "");
  await pay(buyer.page);
  // The credits are granted as soon as Stripe's event has arrived.
  const isBought = async () => {
    await page.reload();
    await card.getByText(/Credits bought|Has not bought/).waitFor();
    return card.getByRole("link", { name: "€9.00" }).count();
  };
  await expect.poll(isBought, { timeout: 60_000, interval: 1_000 }).toBe(1);
}

test("the first steps lead an owner to the first sale", async () => {
  const { page } = await signInToApp(browser, product, email);
  backEnd = await register(page, product);
  await openWebsite(page);
  await page.getByRole("link", { name: "Sell credits" }).waitFor();
  await page.getByText("Connect Stripe, add a pack or a plan, buy one with a test card.").waitFor();
  await page.getByRole("link", { name: "Test", exact: true }).click();
  overview = page.url();
  await page.getByText("Stripe is connected. Add a pack or a plan next.").waitFor();
  await checkScreen(page, "first-steps");
  await page.getByRole("link", { name: "Sell credits" }).click();
  await titled(page, "Packs and plans");
  await addPack(page);
  await openSection(page, "Overview");
  await page.getByText("The pack is on sale. Buy one with a test card.").waitFor();
  await page.getByRole("link", { name: "Sell credits" }).click();
  await page.getByRole("link", { name: "Buy one yourself with a test card" }).click();
  await page.getByRole("button", { name: "Buy Starter" }).click();
  await pay(page);
  await page.getByText("500 credits are yours").waitFor();
  await page.goto(overview);
  const step = page.getByRole("listitem").filter({ hasText: "Sell credits" });
  await step.getByText("Done:").waitFor();
});

test("a customer's page shows what was bought, and makes a link to buy more", async () => {
  const visitor = await owner();
  const { page } = visitor;
  await openSection(page, "Customers");
  await page.getByRole("table", { name: "Customers" }).getByRole("link").first().click();
  const card = page.getByRole("region", { name: "Billing" });
  await card.getByRole("link", { name: "€9.00" }).waitFor();
  await checkScreen(page, "customer-billing");
  await card.getByRole("button", { name: "Send a link…" }).click();
  const dialog = page.getByRole("dialog", { name: "Send a link" });
  await dialog.getByLabel("Link to").waitFor();
  await press(page, dialog.getByRole("button", { name: "Create link" }));
  await dialog.getByText(/\/pay\//).waitFor();
  await checkScreen(page, "customer-link");
  await dialog.getByLabel("Link to").selectOption("Stripe's customer portal");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await dialog.getByText(/^http:\/\/localhost:\d+\//).waitFor();
  expect(visitor.complaints).toEqual([]);
});

test("an owner compares, and accepts a finding by keyboard with a reason", async () => {
  const visitor = await owner();
  const { page } = visitor;
  await sellLive(page);
  await buyLive(page);
  await plant(product, wrongAmounts);
  await openSection(page, "Billing settings");
  await page.getByRole("region", { name: "Comparison with Stripe" }).getByRole("link").click();
  await titled(page, "Comparison with Stripe");
  await press(page, page.getByRole("button", { name: "Compare now" }));
  await page.getByRole("heading", { name: "3 findings need a decision" }).waitFor();
  const findings = page.getByRole("table", { name: "Findings" });
  await press(page, findings.getByRole("link", { name: /^Different amounts\s*pi_/ }));
  const dialog = page.getByRole("dialog", { name: "Different amounts" });
  await press(page, dialog.getByRole("button", { name: "Accept finding" }));
  await dialog.getByText("Enter a reason.").waitFor();
  await checkScreen(page, "finding");
  await type(page, dialog.getByLabel("Reason"), "Corrected by hand, ticket 4711");
  // The message ends by itself: on a slow machine it may end before the key press is confirmed.
  await Promise.all([
    page.getByText("The finding is accepted.").waitFor(),
    press(page, dialog.getByRole("button", { name: "Accept finding" })),
  ]);
  await page.getByRole("heading", { name: "2 findings need a decision" }).waitFor();
  await dialog.waitFor({ state: "detached" });
  await checkScreen(page, "comparison");
  await page.getByRole("link", { name: "Accepted", exact: true }).click();
  await findings.getByRole("link", { name: /^Different amounts/ }).click();
  await dialog.getByText("Corrected by hand, ticket 4711").waitFor();
  await page.keyboard.press("Escape");
  await openSection(page, "Billing settings");
  await page.getByText("2 findings need a decision").waitFor();
  await checkScreen(page, "billing-settings-findings");
  expect(unexpectedErrors(visitor, /status of 422/)).toEqual([]);
});

/** Opens the one-time link, signs in, and enters operator mode. */
async function enter(): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await page.goto(product.operatorLink);
  await signInByMail(page, product, operator);
  await page.getByRole("button", { name: "Become the operator" }).click();
  await page.locator("#claim-form").waitFor({ state: "detached" });
  await page.goto(`${product.base}/operator`);
  const signIn = page.getByRole("button", { name: "Sign in", exact: true });
  const entry = page.getByRole("button", { name: "Enter operator mode" });
  await signIn.or(entry).first().waitFor();
  if (await signIn.isVisible()) await signIn.click();
  await entry.click();
  await titled(page, "Health");
  return visitor;
}

const ofAnOwner = (page: Page) =>
  page.getByRole("dialog").getByText("Only the account's owner accepts it.");
/** The website's test mode is connected to an account of the platform at the double. */
const ofThePlatform = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Accept finding" });

/** Opens findings until one of them shows what it should. Accounts are compared at a time, so that no order is certain. */
async function openFinding(page: Page, wanted: Locator): Promise<void> {
  const links = page.getByRole("link", { name: /^The money journal differs/ });
  await links.first().waitFor();
  for (const link of await links.all()) {
    await link.click();
    await ofAnOwner(page).or(ofThePlatform(page)).waitFor();
    if (await wanted.isVisible()) return;
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  throw new Error("no finding shows this");
}

test("the operator sees all accounts, applies a dead letter again, and compares all", async () => {
  await plant(product, deadCheckouts);
  const visitor = await enter();
  const { page } = visitor;
  await openPage(page, "Billing");
  const accounts = page.getByRole("table", { name: "Stripe accounts" });
  await accounts.getByText("acct_pretend").waitFor();
  await checkScreen(page, "operator-billing");
  await accounts.getByRole("button").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Compare now" }).waitFor();
  await checkScreen(page, "operator-connection");
  await page.keyboard.press("Escape");
  const lists = page.getByRole("navigation", { name: "Lists" });
  await lists.getByRole("link", { name: "Revenue" }).click();
  await page.getByRole("table", { name: "EUR" }).waitFor();
  await checkScreen(page, "operator-revenue");
  await page.getByRole("link", { name: "Dead letters" }).click();
  expect(await lists.locator("[aria-current=page]").allTextContents()).toEqual(["Dead letters"]);
  await page.getByRole("table", { name: "Dead letters" }).getByRole("button").first().click();
  const dialog = page.getByRole("dialog", { name: "Checkout" });
  await dialog.getByText("Look at Stripe's status page, then apply it again.").waitFor();
  await checkScreen(page, "dead-letter");
  await dialog.getByRole("link", { name: "All with this error" }).click();
  await page.getByRole("button", { name: "Apply all again…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply again" }).click();
  await page.getByText(/^Applied again: \d+\.$/).waitFor();
  await page.getByText("No dead letters").waitFor();
  await page.getByRole("button", { name: "Compare all now" }).click();
  await page.getByText("All accounts that work are being compared.").waitFor();
  await page.getByRole("link", { name: "Comparisons" }).click();
  await page.getByRole("table", { name: "Comparisons" }).getByText("Findings").first().waitFor();
  await checkScreen(page, "operator-comparisons");
  await lists.getByRole("link", { name: "Packs and plans" }).click();
  await page.getByText("Nothing to sell yet").waitFor();
  await checkScreen(page, "operator-offers");
  await page.getByRole("link", { name: "Findings", exact: true }).click();
  await openFinding(page, ofAnOwner(page));
  await checkScreen(page, "operator-finding");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await openFinding(page, ofThePlatform(page));
  await checkScreen(page, "platform-finding");
  expect(unexpectedErrors(visitor, /status of 401/)).toEqual([]);
});
