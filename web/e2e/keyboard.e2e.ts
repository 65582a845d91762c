/** Owners, users and the operator use the app by keyboard alone in a real browser, including sign-in. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BackEnd } from "./api";
import { unexpectedErrors } from "./app-users";
import { codeOf } from "./mail-server";
import { readText } from "./owner";
import { type Product, startProduct } from "./product";
import { ProviderDouble } from "./provider";
import { Receiver } from "./receiver";
import { focused, headingFocused, press, tabTo, titled, type } from "./steps";
import { launch, Visitor } from "./visitor";

const acme = new ProviderDouble();

let product: Product;
let browser: Browser;
let receiver: Receiver;

beforeAll(async () => {
  await acme.open();
  receiver = await Receiver.open();
  product = await startProduct({
    API_OUTBOUND_ALLOW: receiver.host,
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
  await receiver?.close();
  await acme.close();
});

/** Signs in at the idp's current page with the code of an email; `earlier` is the number of earlier emails. */
async function signInByMail(page: Page, email: string, earlier = 0): Promise<void> {
  await type(page, page.getByLabel("Email"), email);
  await page.keyboard.press("Enter");
  await tabTo(page, page.locator("#input-code"));
  await page.keyboard.type(codeOf(await product.mailServer.emailTo(email, earlier)));
  await page.keyboard.press("Enter");
}

/** Opens a browser in which this user sees the app's overview. */
async function signedIn(email: string, earlier = 0): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await page.goto(product.base);
  await press(page, page.getByRole("button", { name: "Sign in", exact: true }));
  await signInByMail(page, email, earlier);
  await titled(page, "Overview");
  return visitor;
}

/** Opens a page by the navigation, which precedes the page's content. */
async function openPage(page: Page, name: string): Promise<void> {
  await press(page, page.getByRole("link", { name, exact: true }), "Shift+Tab");
  await headingFocused(page, name);
}

/** Registers a website and opens its overview; returns a back end with the live key. */
async function registered(page: Page): Promise<BackEnd> {
  await press(page, page.getByRole("link", { name: "Register a website" }));
  await headingFocused(page, "Register a website");
  await type(page, page.getByLabel("Name"), "Paperplane");
  await type(page, page.getByLabel("Address", { exact: true }), "https://paperplane.example");
  await page.keyboard.press("Enter");
  await headingFocused(page, "Connect Paperplane");
  const backEnd = new BackEnd(product.base, await readText(page, /^tg_live_[\w-]{43}$/));
  await press(page, page.getByRole("link", { name: "See the overview" }));
  await headingFocused(page, "Overview");
  return backEnd;
}

/** Returns true if the focus is visible on the element, its row or its label. */
function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null) return false;
    const label = focused.closest("label");
    const looks = [getComputedStyle(focused), getComputedStyle(focused, "::after")];
    if (label !== null) looks.push(getComputedStyle(label));
    return looks.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle === "solid" && outlineWidth === "2px",
    );
  });
}

test("an owner registers a website, finds one of its customers, grants credits, and sees the transaction", async () => {
  const { page, complaints } = await signedIn("ona@example.com");
  const backEnd = await registered(page);
  const people = Array.from({ length: 40 }, (_, at) => `person-${at + 10}@example.com`);
  const welcomed = await Promise.all(people.map((who, at) => backEnd.grant(`one-${at}`, who, 10)));
  expect(new Set(welcomed.map(({ status }) => status))).toEqual(new Set([200]));

  await openPage(page, "Customers");
  const field = page.getByLabel("Find customers by email, name or id");
  await type(page, field, "nobody");
  await page.getByText("No customers found for “nobody”").waitFor();
  await press(page, page.getByRole("button", { name: "Show all", exact: true }));
  await focused(page, field);
  expect(await isMarked(page)).toBe(true);
  await page.keyboard.type("person-42@");
  const rows = page.getByRole("table", { name: "Customers" }).getByRole("link");
  await page.getByRole("heading", { level: 2 }).getByText("1", { exact: true }).waitFor();
  await tabTo(page, rows);
  expect(await isMarked(page)).toBe(true);
  await page.keyboard.press("Enter");
  await headingFocused(page, "person-42@example.com");

  const grant = page.getByRole("button", { name: "Grant credits" });
  await tabTo(page, grant);
  expect(await isMarked(page)).toBe(true);
  await page.keyboard.press("Space");
  const form = page.getByRole("dialog", { name: "Grant credits" });
  await type(page, form.getByLabel("Credits"), "25");
  await type(page, form.getByLabel("Reason"), "For the wait");
  await tabTo(page, form.getByRole("radio", { name: "Promotional" }));
  expect(await isMarked(page)).toBe(true);
  await page.keyboard.press("ArrowRight");
  await focused(page, form.getByRole("radio", { name: "Purchased", checked: true }));
  await press(page, form.getByRole("button", { name: "Grant credits" }));
  await page.getByText("25 granted to person-42@example.com.").waitFor();
  await focused(page, grant);

  const ledger = page.getByRole("table", { name: "Ledger" });
  await ledger.getByText("For the wait").waitFor();
  const entry = ledger.getByRole("link").first();
  await press(page, entry);
  const explained = page.getByRole("dialog", { name: "What happened" });
  await explained.getByText("Purchased").first().waitFor();
  await page.keyboard.press("Escape");
  await focused(page, entry);
  expect(complaints).toEqual([]);
});

/** Until the user confirms, the API reports that the sign-in is too old, as it would some minutes later. */
async function wantsYoung(page: Page, path: string): Promise<() => void> {
  let isOld = true;
  await page.route(path, (route) => {
    if (!isOld) return route.continue();
    return route.fulfill({
      status: 401,
      headers: {
        "www-authenticate": 'Bearer error="insufficient_user_authentication", max_age=0',
      },
      json: { title: "Confirm that it is you", status: 401 },
    });
  });
  return () => {
    isOld = false;
  };
}

test("an owner rolls a key, confirms in a window who they are, and reads the new key", async () => {
  const email = "kai@example.com";
  const visitor = await signedIn(email);
  const { page, context } = visitor;
  const before = await registered(page);
  await openPage(page, "API keys");
  const row = page.getByRole("table", { name: "API keys" }).getByRole("link");
  await press(page, row);
  const sheet = page.getByRole("dialog");
  await tabTo(page, sheet.getByRole("radio", { name: "1 day" }));
  await page.keyboard.press("ArrowLeft");
  await focused(page, sheet.getByRole("radio", { name: "1 hour", checked: true }));
  const confirmed = await wantsYoung(page, "**/v1/api-keys/*/rotate");
  await press(page, sheet.getByRole("button", { name: "Rotate key" }));

  const confirmation = page.getByRole("dialog", { name: "Confirm it is you" });
  const opened = context.waitForEvent("page");
  await press(page, confirmation.getByRole("button", { name: "Confirm" }));
  const window = await opened;
  const closed = window.waitForEvent("close");
  confirmed();
  await press(window, window.getByRole("button", { name: "Send a code to" }));
  await tabTo(window, window.locator("#input-code"));
  await window.keyboard.type(codeOf(await product.mailServer.emailTo(email, 1)));
  await window.keyboard.press("Enter");
  await closed;

  const once = page.getByRole("dialog", { name: "Save this key now" });
  const key = (await once.getByText(/^tg_live_[\w-]{43}$/).textContent()) ?? "";
  const after = new BackEnd(product.base, key.trim());
  expect((await after.grant("one", "kit@example.com", 1)).status).toBe(200);
  expect((await before.grant("two", "kit@example.com", 1)).status).toBe(200);
  await press(page, once.getByRole("button", { name: "I have saved it" }));
  await sheet.getByText("Old secret until").waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await focused(page, row);
  expect(unexpectedErrors(visitor, /status of 401/)).toEqual([]);
});

test("an owner adds an endpoint, sends a test event, and repeats a delivery", async () => {
  const { page, complaints } = await signedIn("wim@example.com");
  await registered(page);
  await openPage(page, "Webhooks");
  const add = page.getByRole("button", { name: "Add an endpoint" });
  await press(page, add);
  await type(page, page.getByRole("dialog").getByLabel("Address"), `http://${receiver.host}/hooks`);
  await page.keyboard.press("Enter");
  await page.getByText(/^Use https and a host/).waitFor();
  await page.keyboard.press("Enter");
  const once = page.getByRole("dialog", { name: "Save this secret now" });
  await press(page, once.getByRole("button", { name: "I have saved it" }));
  await focused(page, add);
  await press(page, page.getByRole("table", { name: "Webhook endpoints" }).getByRole("link"));
  await headingFocused(page, "Webhook endpoint");
  await press(page, page.getByRole("button", { name: "Send a test event" }));
  const eventId = await receiver.take();

  const deliveries = page.getByRole("table", { name: "Deliveries" });
  await deliveries.getByText("Delivered").waitFor();
  await press(page, deliveries.getByRole("link"));
  const sheet = page.getByRole("dialog", { name: "Delivery" });
  await press(page, sheet.getByRole("button", { name: "Send again" }));
  expect(await receiver.take()).toBe(eventId);
  await page.getByText("The event is sent again.").waitFor();
  await sheet.getByText("Delivered", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await focused(page, deliveries.getByRole("link"));
  expect(complaints).toEqual([]);
});

test("a user ends a session on another device, and it ends there", async () => {
  const email = "sia@example.com";
  const there = await signedIn(email);
  const here = await signedIn(email, 1);
  const { page } = here;
  await press(page, page.getByRole("link", { name: "Sessions", exact: true }));
  await headingFocused(page, "Sessions");
  await press(page, page.getByRole("button", { name: /^End (?!all)/ }));
  const confirmation = page.getByRole("alertdialog");
  await press(page, confirmation.getByRole("button", { name: "End session" }));
  await page.getByText("You are not signed in anywhere else.").waitFor();
  await confirmation.waitFor({ state: "hidden" });
  // The pressed button is gone.
  await headingFocused(page, "Sessions");

  await there.page.reload();
  await there.page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await there.isSignedIn(product.base)).toBe(false);
  expect(await here.isSignedIn(product.base)).toBe(true);
  expect([...here.complaints, ...there.complaints]).toEqual([]);
});

test("a user links an account at a provider, and removes it again", async () => {
  const visitor = await signedIn("ula@example.com");
  const { page } = visitor;
  acme.person = { id: 41, name: "Ula", email: "ula@work.example", verified: true };
  await press(page, page.getByRole("link", { name: "Ways to sign in", exact: true }));
  await headingFocused(page, "Ways to sign in");
  await press(page, page.getByRole("link", { name: "Link Acme" }));
  await press(page, page.getByRole("button", { name: "Add Acme" }));
  await press(page, page.getByRole("button", { name: "Continue as Ula" }));
  await titled(page, "Ways to sign in");
  await press(page, page.getByRole("button", { name: "Remove Acme" }));
  const confirmation = page.getByRole("alertdialog", { name: "Remove Acme?" });
  await press(page, confirmation.getByRole("button", { name: "Remove account" }));
  await page.getByText("Acme is removed.").waitFor();
  await confirmation.waitFor({ state: "hidden" });
  await headingFocused(page, "Ways to sign in");
  await page.getByRole("link", { name: "Link Acme" }).waitFor();
  expect(await visitor.isSignedIn(product.base)).toBe(true);
  expect(visitor.complaints).toEqual([]);
});

test("the operator finds and deactivates a user, who can no longer sign in", async () => {
  const email = "dan@example.com";
  const dan = await signedIn(email);
  const boss = await Visitor.arrive(browser);
  const { page } = boss;
  await page.goto(product.operatorLink);
  await signInByMail(page, "operator@example.com");
  await press(page, page.getByRole("button", { name: "Become the operator" }));
  await page.locator("#claim-form").waitFor({ state: "detached" });
  await page.goto(product.base);
  await press(page, page.getByRole("link", { name: "Operator", exact: true }));
  await headingFocused(page, "Operator");
  await press(page, page.getByRole("button", { name: "Enter" }));
  await titled(page, "Health");
  await press(page, page.getByRole("link", { name: "Users", exact: true }));
  await headingFocused(page, "Users");
  await type(page, page.getByLabel("Find a user"), email);
  await page.waitForURL((url) => url.searchParams.get("q") === email);
  await press(page, page.getByRole("table", { name: "Users" }).getByRole("link", { name: email }));
  await headingFocused(page, email);
  await press(page, page.getByRole("button", { name: "Deactivate…" }));
  const confirmation = page.getByRole("alertdialog", { name: `Deactivate ${email}?` });
  await focused(page, confirmation.getByLabel("Reason (optional)"));
  await page.keyboard.type("Asked to be away");
  await press(page, confirmation.getByRole("button", { name: "Deactivate" }));
  await page.getByText(`${email} is deactivated.`).waitFor();
  await focused(page, page.getByRole("button", { name: "Activate…" }));

  await dan.page.reload();
  await press(dan.page, dan.page.getByRole("button", { name: "Sign in", exact: true }));
  await signInByMail(dan.page, email, 1);
  await dan.page.waitForURL((url) => url.pathname === "/api/auth/error");
  expect(await dan.isSignedIn(product.base)).toBe(false);
  expect(boss.complaints).toEqual([]);
  expect(unexpectedErrors(dan, /status of 40[13]/)).toEqual([]);
});
