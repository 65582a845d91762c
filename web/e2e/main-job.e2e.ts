/** The main tasks, end to end, in a real browser: sign in, get tokens, spend credits, see the balance. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BackEnd } from "./api";
import { checkScreen } from "./check-screen";
import { codeOf, linkOf } from "./mail-server";
import { type Product, startProduct } from "./product";
import { focused, headingFocused, press } from "./steps";
import { launch, Visitor } from "./visitor";

const owner = "owner@example.com";
const ann = "ann@example.com";

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ API_USER_CHANGES_SECONDS: "1" });
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** From the landing page to the notice that an email was sent. */
async function askForMail(page: Page, email: string): Promise<void> {
  await page.goto(product.base);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign in with Email" }).click();
  await page.getByText("A sign in link has been sent to your email address.").waitFor();
}

test("an owner registers a website, its back end spends, and the visitor sees it", async () => {
  const backEnd = await registerWebsite();
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;

  await page.goto(product.base);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await checkScreen(page, "landing");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Email").waitFor();
  await checkScreen(page, "sign-in");
  await page.getByLabel("Email").fill(ann);
  await page.getByRole("button", { name: "Sign in with Email" }).click();
  await page.getByText("A sign in link has been sent to your email address.").waitFor();
  await checkScreen(page, "verify-request");

  const message = await product.mailServer.emailTo(ann);
  expect(message.subject).toBe(`Sign in to ${new URL(product.base).host}`);
  // A mail scanner opens the link first, without this browser's cookies; this changes nothing.
  const scanned = await fetch(linkOf(message), { redirect: "manual" });
  expect(scanned.status).toBe(200);
  await page.goto(linkOf(message));
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  await checkScreen(page, "email-link");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(await visitor.isSignedIn(product.base)).toBe(true);
  expect(await storedBy(page)).not.toMatch(/eyJ|access_token|id_token/);
  await page.getByText("No credits yet", { exact: true }).waitFor();
  await page.getByText("No transactions yet", { exact: true }).waitFor();
  await checkScreen(page, "home-empty");

  expect((await backEnd.grant("welcome-ann", ann, 100)).status).toBe(200);
  await page.reload();
  await balanceShows(page, "100");

  const spent = await backEnd.spend("job-1", ann, 5);
  expect(spent.status).toBe(200);
  await page.reload();
  await balanceShows(page, "95");
  await page
    .getByRole("table", { name: "Latest transactions" })
    .getByText("Summary of a document")
    .waitFor();
  await checkScreen(page, "home");

  const repeated = await backEnd.spend("job-1", ann, 5);
  expect(repeated).toMatchObject({ status: 200, replayed: true, text: spent.text });
  expect((await backEnd.spend("job-1", ann, 6)).status).toBe(422);
  const short = await backEnd.spend("job-2", ann, 1_000);
  expect(short.status).toBe(402);
  expect(short.json).toMatchObject({ required: 1_000, available: 95, shortfall: 905 });
  await page.reload();
  await balanceShows(page, "95");

  await page.getByRole("link", { name: "Credits" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Credits" }).waitFor();
  await page.getByText("Summary of a document").waitFor();
  await checkScreen(page, "credits");
  await page.getByRole("link", { name: "Profile" }).first().click();
  await page.getByText(ann).first().waitFor();
  await checkScreen(page, "profile");
  await page.goto(`${product.base}/nowhere`);
  await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
  await checkScreen(page, "not-found");
  await byTheMenu(page);

  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  expect(visitor.complaints).toEqual([]);
  await creditsFollow(backEnd);
});

/** A user merges two accounts at the idp; the product API learns of it and merges the balances. */
async function creditsFollow(backEnd: BackEnd): Promise<void> {
  const [kit, kai] = ["kit@example.com", "kai@example.com"];
  expect((await backEnd.grant("welcome-kit", kit, 30)).status).toBe(200);
  expect((await backEnd.grant("welcome-kai", kai, 12)).status).toBe(200);
  const other = await signInToApp(kai);
  await balanceShows(other.page, "12");
  const visitor = await signInToApp(kit);
  const { page } = visitor;
  await balanceShows(page, "30");

  await page.goto(`${product.base}/api/auth/account/email`);
  await page.getByLabel("New address").fill(kai);
  await page.getByRole("button", { name: "Send a link" }).click();
  await page
    .getByLabel("Code from the email")
    .fill(codeOf(await product.mailServer.emailTo(kai, 1)));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "Merge" }).click();
  await page.getByText("The accounts are one now.").waitFor();
  expect(await other.isSignedIn(product.base)).toBe(false);

  const together = page
    .getByRole("region", { name: "Balances" })
    .getByText("42", { exact: true })
    .first();
  for (let looks = 0; looks < 60; looks += 1) {
    await page.goto(product.base);
    await page.getByRole("region", { name: "Balances" }).waitFor();
    if (await together.isVisible()) break;
    await page.waitForTimeout(500);
  }
  await together.waitFor();
  // The website may use either id: both have the same balance.
  expect((await backEnd.spend("both-1", kai, 40)).status).toBe(200);
  expect((await backEnd.spend("both-2", kit, 3)).status).toBe(402);
  expect([...visitor.complaints, ...other.complaints]).toEqual([]);
}

/** Returns a user who is signed in to the web app by the code of a first email. */
async function signInToApp(email: string): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await askForMail(page, email);
  await page.locator("#input-code").fill(codeOf(await product.mailServer.emailTo(email)));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  return visitor;
}

/** Returns all of the app's data that another script of this origin could read. */
function storedBy(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
}

async function registerWebsite(): Promise<BackEnd> {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await askForMail(page, owner);
  await page
    .getByRole("textbox", { name: /code/i })
    .fill(codeOf(await product.mailServer.emailTo(owner)));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByRole("link", { name: "Websites" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Websites" }).waitFor();
  await page.getByText("No websites yet", { exact: true }).waitFor();
  await checkScreen(page, "websites-empty");
  await page
    .getByRole("link", { name: /register a website/i })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: "Register a website" }).waitFor();
  await checkScreen(page, "register");
  await page.getByLabel("Name").fill("Paperplane");
  await page.getByLabel("Address", { exact: true }).fill("https://paperplane.example");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("heading", { name: "Connect Paperplane" }).waitFor();
  await checkScreen(page, "registered");
  const key = await page
    .getByText(/^tg_live_[\w-]{43}$/)
    .first()
    .textContent();
  await page.getByRole("link", { name: "Your websites" }).click();
  await page.getByText("Paperplane").first().waitFor();
  await checkScreen(page, "websites");
  expect(visitor.complaints).toEqual([]);
  await visitor.context.close();
  return new BackEnd(product.base, key?.trim() ?? "");
}

async function balanceShows(page: Page, amount: string): Promise<void> {
  await page
    .getByRole("region", { name: "Balances" })
    .getByText(amount, { exact: true })
    .first()
    .waitFor();
}

/** On a phone the menu opens, traps the focus, closes by Escape, and leads to the profile. */
async function byTheMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const open = page.getByRole("button", { name: "Open menu" });
  const menu = page.getByRole("dialog", { name: "Menu" });
  await open.click();
  await menu.waitFor();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await focused(page, open);
  await open.click();
  await checkScreen(page, "menu");
  await page.mouse.click(1200, 400);
  await menu.waitFor({ state: "hidden" });
  await page.setViewportSize({ width: 390, height: 844 });
  await open.click();
  await menu.getByRole("link", { name: "Profile" }).click();
  await headingFocused(page, "Profile");
  expect(await menu.isVisible()).toBe(false);
  await page.setViewportSize({ width: 1360, height: 900 });
}

test("a sign-in that fails at the callback ends there, and again after a reload", async () => {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  const address = `${product.base}/auth/callback?code=used&state=unknown`;
  const visits: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) visits.push(request.url());
  });
  await page.goto(address);
  await page.getByRole("heading", { level: 1, name: "This sign-in is no longer valid" }).waitFor();
  await checkScreen(page, "callback-failed");
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "This sign-in is no longer valid" }).waitFor();
  expect(visits).toEqual([address, address]);
  await page.getByRole("button", { name: "Sign in again" }).click();
  await page.getByLabel("Email").waitFor();
  expect(visitor.complaints).toEqual([]);
});

test("the sign-in can be done by keyboard alone", async () => {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await page.goto(product.base);
  await press(page, page.getByRole("button", { name: "Sign in", exact: true }));
  // The field takes the focus shortly after it becomes visible.
  await focused(page, page.getByLabel("Email"));
  await page.keyboard.type("kim@example.com");
  await page.keyboard.press("Enter");
  await page.getByText("A sign in link has been sent to your email address.").waitFor();
  await page.goto(linkOf(await product.mailServer.emailTo("kim@example.com")));
  await press(page, page.getByRole("button", { name: "Sign in", exact: true }));
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(visitor.complaints).toEqual([]);
});
