/** A user manages their account in a real browser: sessions, sign-in methods, apps, data, and confirmation of their identity. */
import { createHash } from "node:crypto";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmByMail, openPage, signInToApp, unexpectedErrors } from "./app-users";
import { checkScreen } from "./check-screen";
import { type Product, startProduct } from "./product";
import { ProviderDouble } from "./provider";
import { register } from "./registration";
import { titled } from "./steps";
import { TestWebsite } from "./test-website";
import { launch } from "./visitor";

const acme = new ProviderDouble();

let product: Product;
let browser: Browser;
let website: TestWebsite;

beforeAll(async () => {
  await acme.open();
  website = await TestWebsite.open();
  product = await startProduct({
    IDP_OIDC_PROVIDERS: "acme",
    IDP_OIDC_ACME_ISSUER: acme.address,
    IDP_OIDC_ACME_NAME: "Acme",
    IDP_OIDC_ACME_CLIENT_ID: "tollgate",
    IDP_OIDC_ACME_CLIENT_SECRET: "secret",
  });
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await website?.close();
  await acme.close();
});

test("a session ended on one device ends on the other", async () => {
  const email = "sia@example.com";
  const here = await signInToApp(browser, product, email);
  const there = await signInToApp(browser, product, email, 1);
  const { page } = here;
  await openPage(page, "Sessions");
  await page.getByText("This one").waitFor();
  await checkScreen(page, "account-sessions");
  await page.getByRole("button", { name: /^End (?!all)/ }).click();
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByText(/signed out within one second/).waitFor();
  await checkScreen(page, "account-end-session");
  await confirmation.getByRole("button", { name: "End session" }).click();
  await page.getByText("You are not signed in anywhere else.").waitFor();

  await there.page.reload();
  await there.page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await there.isSignedIn(product.base)).toBe(false);
  expect(await here.isSignedIn(product.base)).toBe(true);
  expect([...here.complaints, ...there.complaints]).toEqual([]);
});

test("all other sessions are ended by one action", async () => {
  const email = "oti@example.com";
  const here = await signInToApp(browser, product, email);
  const others = [
    await signInToApp(browser, product, email, 1),
    await signInToApp(browser, product, email, 2),
  ];
  await openPage(here.page, "Sessions");
  await here.page.getByRole("button", { name: "End all others…" }).click();
  await here.page.getByRole("button", { name: "End 2 sessions" }).click();
  await here.page.getByText("You are now signed in only here.").waitFor();
  for (const { page } of others) {
    await page.reload();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  }
});

test("an account at a provider is linked, removed again, and the rest stays", async () => {
  const visitor = await signInToApp(browser, product, "ula@example.com");
  const { page } = visitor;
  acme.person = { id: 31, name: "Ula", email: "ula@work.example", verified: true };
  await openPage(page, "Ways to sign in");
  await page.getByRole("link", { name: "Link Acme" }).click();
  await page.getByRole("button", { name: "Add Acme" }).click();
  await page.getByRole("button", { name: /^Continue as/ }).click();
  await page.waitForURL((url) => url.origin === product.base);
  await page.goto(`${product.base}/account/sign-in`);
  await page.getByText("ula@work.example").waitFor();
  await checkScreen(page, "account-sign-in-methods");
  await page.getByRole("button", { name: "Remove Acme" }).click();
  await checkScreen(page, "account-remove-sign-in-method");
  await page.getByRole("button", { name: "Remove account" }).click();
  await page.getByText("Acme is removed.").waitFor();
  await page.getByRole("link", { name: "Link Acme" }).waitFor();
  expect(await visitor.isSignedIn(product.base)).toBe(true);
  expect(visitor.complaints).toEqual([]);
});

test("the only sign-in method explains why it stays", async () => {
  acme.person = { id: 32, name: "Uwe", email: "", verified: false };
  const visitor = await signInToApp(browser, product, "una@example.com");
  const { page } = visitor;
  await page.route("**/account/v1/sign-in-methods", async (route) => {
    const response = await route.fetch();
    const methods = await response.json();
    const only = { id: "acc_1", provider: "acme", provider_name: "Acme" };
    methods.accounts = [{ ...only, linked_at: new Date().toISOString() }];
    await route.fulfill({
      json: { ...methods, email: null, can_remove: { acc_1: "last-sign-in-method" } },
    });
  });
  await openPage(page, "Ways to sign in");
  await page.getByText("Your only way to sign in. Add another one first.").waitFor();
  expect(await page.getByRole("button", { name: "Remove Acme" }).count()).toBe(0);
  await checkScreen(page, "account-last-sign-in-method");
});

test("an app that was allowed something is revoked, and asks again", async () => {
  const visitor = await signInToApp(browser, product, "ria@example.com");
  const { page } = visitor;
  await register(product, "northgate", {
    client_name: "Northgate Weather",
    token_endpoint_auth_method: "none",
    redirect_uris: [`${website.address}/callback`],
  });
  await visit(page);
  await page.locator("#consent-allow").click();
  await page.waitForURL((url) => url.origin === website.address);
  await visit(page);
  await page.waitForURL((url) => url.origin === website.address);

  await page.goto(`${product.base}/account/apps`);
  await page.getByRole("button", { name: "Revoke Northgate Weather" }).waitFor();
  await checkScreen(page, "account-apps");
  await page.getByRole("button", { name: "Revoke Northgate Weather" }).click();
  await page.getByRole("button", { name: "Revoke access" }).click();
  await page.getByText("Northgate Weather no longer has access.").waitFor();
  await visit(page);
  await page.locator("#consent-allow").waitFor();
  expect(visitor.complaints).toEqual([]);
});

/** Opens the client application that requests a sign-in. */
async function visit(page: Page): Promise<void> {
  const query = new URLSearchParams({
    client_id: "northgate",
    redirect_uri: `${website.address}/callback`,
    response_type: "code",
    scope: "openid email",
    code_challenge_method: "S256",
    code_challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"),
    state: "s",
  });
  await page.goto(`${product.base}/oauth/authorize?${query}`);
}

test("a name is changed, data is exported, and the account is deleted and restored", async () => {
  const email = "dan@example.com";
  const visitor = await signInToApp(browser, product, email);
  const { page } = visitor;
  await openPage(page, "Profile");
  await page.getByRole("button", { name: "Change name" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Dan Dare");
  await checkScreen(page, "account-name");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Dan Dare" }).waitFor();
  await checkScreen(page, "account-profile");

  await openPage(page, "Your data");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  expect((await saved).suggestedFilename()).toBe("tollgate-my-data.json");
  await page.getByRole("button", { name: "Delete account…" }).click();
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await checkScreen(page, "account-delete");
  await page.getByRole("button", { name: "Delete account", exact: true }).click();
  await page.getByText(/It is deleted for good on/).waitFor();
  await checkScreen(page, "account-deleted");
  await page.getByRole("link", { name: "Leave" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/account"));
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  expect((await product.mailServer.emailTo(email, 1)).text).toContain("will be deleted");
  const back = await signInToApp(browser, product, email, 2);
  expect(await back.isSignedIn(product.base)).toBe(true);
});

/** Until the user confirms, the API reports that the sign-in is too old, as it would some minutes later. */
async function refuseOld(page: Page, isOld: () => boolean): Promise<string[]> {
  const keys: string[] = [];
  await page.route("**/v1/grants", (route: Route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    if (!isOld()) return route.continue();
    return route.fulfill({
      status: 401,
      contentType: "application/problem+json",
      headers: {
        "www-authenticate": 'Bearer error="insufficient_user_authentication", max_age=300',
      },
      json: { title: "Confirm that it is you", detail: "The sign-in is too old.", status: 401 },
    });
  });
  return keys;
}

test("an act that wants a young sign-in is confirmed in a window and done once, with what was typed", async () => {
  const visitor = await signInToApp(browser, product, "cia@example.com");
  const { page, context } = visitor;
  await page.goto(`${product.base}/sites/new`);
  await page.getByLabel("Name").fill("Paperplane");
  await page.getByLabel("Address", { exact: true }).fill("https://paperplane.example");
  await page.getByRole("button", { name: "Register" }).click();
  await titled(page, "Connect Paperplane");
  const key = await page
    .getByText(/^tg_live_[\w-]{43}$/)
    .first()
    .textContent();
  await fetch(`${product.base}/v1/grants`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key?.trim()}`,
      "content-type": "application/json",
      "idempotency-key": "one",
    },
    body: JSON.stringify({ customer: { email: "kid@example.com" }, amount: 5, kind: "promo" }),
  });
  await page.goto(`${product.base}/sites`);
  await page.getByRole("main").getByRole("link", { name: "Paperplane", exact: true }).click();
  await page.getByRole("link", { name: "Customers", exact: true }).first().click();
  await page.getByRole("link", { name: "kid@example.com" }).click();

  let confirmed = false;
  const keys = await refuseOld(page, () => !confirmed);
  await page.getByRole("button", { name: "Grant credits" }).click();
  const form = page.getByRole("dialog", { name: "Grant credits" });
  await form.getByLabel("Credits").fill("25");
  await form.getByLabel("Reason").fill("For the wait");
  await page.keyboard.press("Enter");
  const confirmation = page.getByRole("dialog", { name: "Confirm it is you" });
  await confirmation.waitFor();
  await checkScreen(page, "confirm-it-is-you");
  // Cancelling loses nothing; the form explains why the change was not made.
  await page.keyboard.press("Escape");
  await confirmation.waitFor({ state: "hidden" });
  await form.getByText("Confirm that it is you").waitFor();
  expect(await form.getByLabel("Reason").inputValue()).toBe("For the wait");

  await form.getByRole("button", { name: /^Grant/ }).click();
  await confirmation.waitFor();
  const opened = context.waitForEvent("page");
  confirmed = true;
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  const window = await opened;
  // The real sign-in is recent, so the window asks nothing and closes by itself.
  if (!window.isClosed()) await window.waitForEvent("close");
  await page.getByText("25 granted to kid@example.com.").waitFor();
  expect(new Set(keys).size).toBe(1);
  expect(unexpectedErrors(visitor, /status of 401/)).toEqual([]);
});

test("if windows are blocked, this tab confirms and returns", async () => {
  const email = "bob@example.com";
  const visitor = await signInToApp(browser, product, email);
  const { page } = visitor;
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.route("**/account/v1/deletion", (route) =>
    route.fulfill({
      status: 401,
      headers: {
        "www-authenticate": 'Bearer error="insufficient_user_authentication", max_age=0',
      },
      json: { title: "Confirm that it is you", status: 401 },
    }),
  );
  await page.goto(`${product.base}/account/data`);
  await page.getByRole("button", { name: "Delete account…" }).click();
  await page.getByLabel(/^Type/).fill(email);
  await page.getByRole("button", { name: "Delete account", exact: true }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm it is you" });
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await confirmation.getByText(/blocked the window/).waitFor();
  await checkScreen(page, "confirm-blocked");
  await confirmation.getByRole("button", { name: "Confirm in this tab" }).click();
  // max_age=0 makes the idp ask for every sign-in.
  await titled(page, "Confirm it is you");
  await checkScreen(page, "step-up");
  await confirmByMail(page, product, email, 1);
  await titled(page, "Your data");
  expect(unexpectedErrors(visitor, /status of 401/)).toEqual([]);
});
