/** The operator uses the app in a real browser: enters operator mode, looks, deactivates a user, rotates keys. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, signInByMail, signInToApp, unexpectedErrors } from "./app-users";
import { checkScreen } from "./check-screen";
import { endGrace } from "./grace-period";
import { openSection, readText, register } from "./owner";
import { type Product, startProduct } from "./product";
import { headingFocused, titled } from "./steps";
import { launch, Visitor } from "./visitor";

const operator = "operator@example.com";

let product: Product;
let browser: Browser;
let boss: Visitor;

beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
  boss = await Visitor.arrive(browser);
  await claim(boss.page);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Opens the one-time link, signs in, and goes to the app as the operator. */
async function claim(page: Page): Promise<void> {
  await page.goto(product.operatorLink);
  await signInByMail(page, product, operator);
  await page.getByRole("button", { name: "Become the operator" }).click();
  await page.locator("#claim-form").waitFor({ state: "detached" });
  await page.goto(product.base);
  const signIn = page.getByRole("button", { name: "Sign in", exact: true });
  const overview = page.getByRole("heading", { level: 1, name: "Overview" });
  await signIn.or(overview).first().waitFor();
  if (await signIn.isVisible()) await signIn.click();
  await titled(page, "Overview");
}

test("a user who is no operator gets a page that does not exist", async () => {
  const visitor = await signInToApp(browser, product, "nora@example.com");
  const { page } = visitor;
  expect(await page.getByRole("link", { name: "Operator" }).count()).toBe(0);
  await page.goto(`${product.base}/operator/users`);
  await titled(page, "Page not found");
  expect(visitor.complaints).toEqual([]);
});

test("the operator enters by a press, never silently, and leaves by a reload", async () => {
  const { page } = boss;
  const scopes: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/oauth/authorize") scopes.push(url.searchParams.get("scope") ?? "");
  });
  await page.goto(`${product.base}/operator/users`);
  await page.getByRole("button", { name: "Enter operator mode" }).waitFor();
  await checkScreen(page, "operator-door");
  expect(scopes.filter((scope) => /operator/.test(scope))).toEqual([]);
  await page.getByRole("button", { name: "Enter operator mode" }).click();
  await page.getByRole("table", { name: "Users" }).waitFor();
  expect(scopes.filter((scope) => /operator/.test(scope))).toHaveLength(1);
  await page.reload();
  await page.getByRole("button", { name: "Enter operator mode" }).waitFor();
  expect(scopes.filter((scope) => /operator/.test(scope))).toHaveLength(1);
  expect(boss.complaints).toEqual([]);
});

/** Returns the operator in a separate browser, inside operator mode, with a recent sign-in. */
async function entered(path: string): Promise<Visitor> {
  const count = product.mailServer.emailCount(operator);
  const visitor = await signInToApp(browser, product, operator, count);
  const { page } = visitor;
  await page.goto(`${product.base}${path}`);
  await page.getByRole("button", { name: "Enter operator mode" }).click();
  await page.getByRole("navigation", { name: "Operator" }).first().waitFor();
  return visitor;
}

test("a deactivated user is signed out at once, cannot sign in, and is in the audit log", async () => {
  const email = "dora@example.com";
  const dora = await signInToApp(browser, product, email);
  const { page } = await entered("/operator/users");
  await page.getByLabel("Find a user").fill(email);
  await page.getByRole("table", { name: "Users" }).getByRole("link", { name: email }).click();
  await titled(page, email);
  await checkScreen(page, "operator-user");
  await page.getByRole("button", { name: "Deactivate…" }).click();
  const confirmation = page.getByRole("alertdialog");
  await checkScreen(page, "operator-deactivate");
  await confirmation.getByRole("button", { name: "Deactivate" }).click();
  await page.getByText(`${email} is deactivated.`).waitFor();

  await dora.page.reload();
  await dora.page.getByRole("button", { name: "Sign in", exact: true }).click();
  await signInByMail(dora.page, product, email, 1);
  await dora.page.waitForURL((url) => url.pathname === "/api/auth/error");
  expect(await dora.isSignedIn(product.base)).toBe(false);

  await openPage(page, "Audit log");
  const events = page.getByRole("table", { name: "Audit log" }).getByRole("button");
  await events.first().waitFor();
  await checkScreen(page, "operator-audit");
  await events.first().click();
  await page.getByRole("dialog").waitFor();
  await checkScreen(page, "operator-event");
  await page.keyboard.press("Escape");
  await page.goBack();
  await page.getByRole("button", { name: "Activate…" }).click();
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await page.getByText(`${email} is active again.`).waitFor();
  expect(unexpectedErrors(dora, /status of 40[13]/)).toEqual([]);
});

/** The operator signed in by email. */
async function findOwnEmail(page: Page): Promise<void> {
  const field = page.getByLabel("Find emails to an address");
  await field.fill(operator.toUpperCase());
  await field.press("Enter");
  const emails = page.getByRole("table", { name: "Emails" });
  const own = emails.getByRole("row", { name: operator });
  await own.filter({ hasText: "Sign-in link" }).filter({ hasText: "Sent" }).first().waitFor();
}

test("keys are rotated, and the rest of the operator's pages look right", async () => {
  const { page, complaints } = await entered("/operator/keys");
  await page.getByRole("button", { name: "Rotate…" }).click();
  await page.getByRole("alertdialog").waitFor();
  await checkScreen(page, "operator-rotate-keys");
  await page.getByRole("button", { name: "Rotate keys" }).click();
  await page.getByText("New keys are published.").waitFor();
  await checkScreen(page, "operator-keys");
  await openPage(page, "Health");
  await page.getByText(/^(All systems work\.|No known problems)$/).waitFor();
  await checkScreen(page, "operator-health");
  for (const [link, name] of [
    ["Users", "operator-users"],
    ["All websites", "operator-websites"],
    ["Mail", "operator-mail"],
    ["Webhook deliveries", "operator-webhooks"],
  ] as const) {
    await openPage(page, link);
    if (link === "Mail") await findOwnEmail(page);
    await checkScreen(page, name);
  }
  expect(complaints).toEqual([]);
});

test("a view shows the user's credits, refuses changes, and is in the audit log", async () => {
  const email = "lena@example.com";
  const lena = await signInToApp(browser, product, email);
  const backEnd = await register(lena.page, product);
  expect((await backEnd.grant("welcome", email, 120)).status).toBe(200);
  await lena.page.goto(product.base);
  await lena.page.getByText("120", { exact: true }).first().waitFor();
  const { page, complaints } = await entered("/operator/users");
  await page.getByLabel("Find a user").fill(email);
  await page.getByRole("table", { name: "Users" }).getByRole("link", { name: email }).click();
  await page.getByRole("button", { name: "View as…" }).click();
  const dialog = page.getByRole("dialog", { name: `View as ${email}` });
  await dialog.getByLabel("Reason").fill("Ticket 4711");
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isViewed = "tollgate-view-as" in request.headers();
    if (/^\/(v1|account\/v1)\//.test(pathname)) requests.push(`${pathname} ${isViewed}`);
  });
  await page.keyboard.press("Enter");
  const bar = page.getByRole("region", { name: "View" });
  await bar.getByText(email).waitFor();
  await headingFocused(page, "Overview");
  await page.getByText("120", { exact: true }).first().waitFor();
  await checkScreen(page, "operator-view");

  await openPage(page, "Websites");
  await page.getByRole("main").getByRole("link", { name: "Paperplane", exact: true }).click();
  await titled(page, "Overview");
  await openSection(page, "Settings");
  await page.getByRole("button", { name: "Suspend…" }).click();
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByRole("button", { name: "Suspend website" }).click();
  await confirmation.getByText("A view is read-only.").waitFor();
  await checkScreen(page, "operator-view-refusal");
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  const [begin, ...others] = requests;
  expect(begin).toMatch(/^\/v1\/operator\/users\/usr_\w+\/views false$/);
  expect(others.filter((line) => !/^\/v1\/.* true$/.test(line))).toEqual([]);

  await bar.getByRole("button", { name: "Leave" }).click();
  await titled(page, email);
  expect(await bar.count()).toBe(0);
  await page.getByRole("button", { name: "View as…" }).click();
  await dialog.waitFor();
  await checkScreen(page, "operator-view-dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await openPage(page, "Audit log");
  await page.getByRole("button", { name: "User viewed" }).first().click();
  await page
    .getByRole("dialog", { name: "User viewed" })
    .getByText("Ticket 4711", { exact: true })
    .waitFor();
  expect(complaints).toEqual([]);
});

/** Requests the deletion of the user's account in the app. */
async function leaveForGood(page: Page, email: string): Promise<void> {
  await page.goto(`${product.base}/account/data`);
  await page.getByRole("button", { name: "Delete account…" }).click();
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await page.getByRole("button", { name: "Delete account", exact: true }).click();
  await page.getByText(/It is deleted for good on/).waitFor();
  await endGrace(product, email);
}

test("a website of a deleted account is handed over to another user, who resumes it", async () => {
  const [owner, newOwner, kid] = ["otto@example.com", "hedy@example.com", "kid@example.com"];
  const { page: leaving } = await signInToApp(browser, product, owner);
  const backEnd = await register(leaving, product, { name: "Pictures" });
  expect((await backEnd.grant("welcome", kid, 20)).status).toBe(200);
  await leaveForGood(leaving, owner);
  const { page: theirs, complaints } = await signInToApp(browser, product, newOwner);
  // The website's key stops working then; the sweep deletes a due account within a minute.
  const status = async () => (await backEnd.grant("welcome", kid, 20)).status;
  await expect.poll(status, { timeout: 150_000, interval: 500 }).toBe(401);

  const { page, complaints: others } = await entered("/operator/users");
  await page.getByLabel("Find a user").fill(newOwner);
  await page.getByRole("table", { name: "Users" }).getByRole("link", { name: newOwner }).click();
  await titled(page, newOwner);
  const id = await readText(page, /^usr_\w+$/);
  await openPage(page, "All websites");
  const row = page.getByRole("table", { name: "Websites" }).getByRole("row", { name: "Pictures" });
  await row.getByText("Deleted").waitFor();
  await checkScreen(page, "operator-website-without-owner");
  await row.getByRole("button", { name: "Hand over…" }).click();
  const dialog = page.getByRole("dialog", { name: "Hand over Pictures" });
  await dialog.getByLabel("User id of the new owner").fill(id);
  await dialog.getByLabel("Reason").fill("She takes the shop over");
  await checkScreen(page, "operator-hand-over");
  await dialog.getByRole("button", { name: "Hand over" }).click();
  await page.getByText("Pictures is handed over.").waitFor();
  await row.getByRole("link", { name: newOwner }).waitFor();
  await row.getByText("Suspended").waitFor();
  expect(await status()).toBe(403);

  await theirs.goto(`${product.base}/sites`);
  await theirs.getByRole("main").getByRole("link", { name: "Pictures", exact: true }).click();
  await theirs.getByText("The website is suspended").waitFor();
  await checkScreen(theirs, "owner-suspended");
  await theirs.getByRole("link", { name: "Go to its settings" }).click();
  await theirs.getByText("Resume the website to change this").first().waitFor();
  await checkScreen(theirs, "owner-suspended-settings");
  await theirs.getByRole("button", { name: "Resume" }).click();
  await theirs.getByText("The website is active again.").waitFor();
  await theirs.getByLabel("Grant credits to new customers").waitFor();
  expect((await backEnd.spend("after", kid, 5)).status).toBe(200);
  expect([...complaints, ...others]).toEqual([]);
});
