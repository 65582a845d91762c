/** The pages of a client's authorization request in a real browser: design, keyboard only, without scripts. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerBrandedClient } from "./branded-client";
import { checkScreen } from "./check-screen";
import { codeOf } from "./mail-server";
import { type Product, startProduct } from "./product";
import { signIn } from "./registration";
import { press, tabTo, titled } from "./steps";
import { TestWebsite } from "./test-website";
import { launch, Visitor } from "./visitor";

let product: Product;
let website: TestWebsite;
let browser: Browser;
let callback: string;
let request: Awaited<ReturnType<typeof registerBrandedClient>>;

beforeAll(async () => {
  product = await startProduct();
  website = await TestWebsite.open();
  callback = `${website.address}/callback`;
  request = await registerBrandedClient(product, callback);
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await website?.close();
  await product?.stop();
});

/** Opens a page of the idp. */
async function open(page: Page, address: string, heading: string | RegExp): Promise<void> {
  await page.goto(address);
  await titled(page, heading);
}

/** Returns a user who signed in for the client and now sees the consent page. */
async function atConsent(email: string, more?: Record<string, string>): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser);
  await open(visitor.page, request(more), /^Sign in to/);
  await signIn(visitor.page, product, email);
  await titled(visitor.page, "Allow Paperplane?");
  return visitor;
}

/** Returns the parameters of the redirect to the client. */
async function callbackParameters(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(`${callback}**`);
  return new URL(page.url()).searchParams;
}

/** Fails unless the page shows the client's branding, with our host at the bottom. */
async function expectBrand(page: Page): Promise<void> {
  expect(await page.locator("#brand-name").textContent()).toBe("Paperplane");
  expect(await page.locator("#brand-place").textContent()).toBe("paperplane.example");
  expect(await page.locator("#secured-by").textContent()).toMatch(/^Secured by \S/);
  expect(await page.locator("img.mark").count()).toBe(0);
  const width = await page.locator("#brand-logo").evaluate((image) => {
    return (image as HTMLImageElement).naturalWidth;
  });
  expect(width).toBe(88);
}

/** The colour of a button. */
function colorOf(page: Page, button: string): Promise<string> {
  return page.locator(button).evaluate((element) => getComputedStyle(element).backgroundColor);
}

test("a client's request leads through its colour, its logo and its links", async () => {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await open(page, request(), "Sign in to Paperplane");
  await expectBrand(page);
  expect(await colorOf(page, "#email-form #submitButton")).toBe("rgb(194, 65, 12)");
  await checkScreen(page, "client-sign-in");
  await page.locator("#input-email-for-email-provider").fill("ann@example.com");
  await page.locator("#email-form #submitButton").click();
  await titled(page, "Check your email");
  await expectBrand(page);
  await checkScreen(page, "client-verify-request");
  await page
    .locator("#input-code")
    .fill(codeOf(await product.mailServer.emailTo("ann@example.com")));
  await page.keyboard.press("Enter");

  await titled(page, "Allow Paperplane?");
  await expectBrand(page);
  expect(await page.locator("#consent-scopes > li").count()).toBe(3);
  for (const [id, address] of [
    ["consent-home", "https://paperplane.example/"],
    ["consent-policy", "https://paperplane.example/privacy"],
    ["consent-terms", "https://paperplane.example/terms"],
  ]) {
    const link = page.locator(`#${id}`);
    expect(await link.getAttribute("href")).toBe(address);
    expect(await link.getAttribute("rel")).toContain("noopener");
  }
  await checkScreen(page, "consent");

  await open(page, request({ prompt: "select_account" }), "Choose an account");
  await expectBrand(page);
  await checkScreen(page, "select-account");
  await page.locator("#account-other").click();
  await titled(page, /^Sign in to/);
  await expectBrand(page);
  // A later sign-in of our own does not show the client.
  await open(page, `${product.base}/api/auth/signin?callbackUrl=/`, /^Sign in to/);
  expect(await page.locator("#brand").count()).toBe(0);
  expect(await colorOf(page, "#email-form #submitButton")).not.toBe("rgb(194, 65, 12)");
  expect(visitor.complaints).toEqual([]);
});

test("a client that asks for no more than a sign-in says so, and the longest account fits", async () => {
  const email = `${"a-person-with-a-long-name".repeat(2)}@${"department-".repeat(5)}x.example.com`;
  const more = { scope: "openid", redirect_uri: callback };
  const visitor = await atConsent(email, more);
  const { page } = visitor;
  expect(await page.locator("#consent-scopes").count()).toBe(0);
  await checkScreen(page, "consent-long-account");
  await open(page, request({ ...more, prompt: "select_account" }), "Choose an account");
  await checkScreen(page, "select-account-long");
  await open(page, request(more), "Allow Paperplane?");
  await page.locator("#consent-deny").click();
  const messages = await callbackParameters(page);
  expect([messages.get("error"), messages.get("state")]).toEqual(["access_denied", "kept"]);
  expect(visitor.complaints).toEqual([]);
});

test("a user signs in, consents and selects an account by keyboard alone", async () => {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  const email = "keys@example.com";
  await open(page, request({ redirect_uri: callback }), /^Sign in to/);
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await titled(page, "Check your email");
  const message = await product.mailServer.emailTo(email);
  await tabTo(page, page.locator("#input-code"));
  await page.keyboard.type(codeOf(message));
  await page.keyboard.press("Enter");
  await titled(page, "Allow Paperplane?");
  await press(page, page.locator("#consent-deny"));
  expect((await callbackParameters(page)).get("error")).toBe("access_denied");
  await open(page, request({ redirect_uri: callback }), "Allow Paperplane?");
  await press(page, page.locator("#consent-allow"));
  expect((await callbackParameters(page)).get("code")).toMatch(/^\S{22,}$/);

  const choosing = { redirect_uri: callback, prompt: "select_account" };
  await open(page, request(choosing), "Choose an account");
  await press(page, page.locator("#account-this"));
  expect((await callbackParameters(page)).get("code")).toMatch(/^\S{22,}$/);
  await open(page, request(choosing), "Choose an account");
  await press(page, page.locator("#account-other"));
  await titled(page, /^Sign in to/);

  await open(page, `${product.base}/oauth/logout`, "Sign out");
  await press(page, page.locator("#sign-out"));
  await titled(page, "Signed out");
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  expect(visitor.complaints).toEqual([]);
});

test("a form_post response is sent by itself, and by its button without scripts", async () => {
  const more = { redirect_uri: callback, response_mode: "form_post" };
  const visitor = await atConsent("dora@example.com", more);
  const { page } = visitor;
  const first = page.waitForRequest((sent) => sent.url() === callback);
  await page.locator("#consent-allow").click();
  const posted = new URLSearchParams((await first).postData() ?? "");
  expect([posted.get("state"), posted.get("iss")]).toEqual(["kept", product.base]);
  expect(posted.get("code")).toMatch(/^\S{22,}$/);
  await page.waitForURL(callback);

  // A client that accepts the response and shows nothing leaves our page open.
  await page.route(callback, (route) => route.fulfill({ status: 204 }));
  const taken = page.waitForRequest((sent) => sent.url() === callback);
  // The script submits the form before the load event, which then never fires.
  await page.goto(request(more), { waitUntil: "commit" });
  await taken;
  await page.getByRole("heading", { name: "Going on" }).waitFor();
  await checkScreen(page, "form-post");
  const pressed = page.waitForRequest((sent) => sent.url() === callback);
  await press(page, page.locator("#form-post-continue"));
  expect((await pressed).method()).toBe("POST");

  const plain = await Visitor.arrive(browser, { javaScript: false });
  await plain.context.addCookies(await visitor.context.cookies());
  await open(plain.page, request(more), "Going on");
  const byHand = plain.page.waitForRequest((sent) => sent.url() === callback);
  await plain.page.locator("#form-post-continue").click();
  expect(new URLSearchParams((await byHand).postData() ?? "").get("state")).toBe("kept");
  await plain.page.waitForURL(callback);
  expect([...visitor.complaints, ...plain.complaints]).toEqual([]);
});

test("an invalid authorization request shows an error and redirects nowhere", async () => {
  const visitor = await atConsent("eve@example.com", { redirect_uri: callback, prompt: "login" });
  const { page } = visitor;
  for (const [name, wrong] of [
    ["authorize-error", request({ redirect_uri: "https://evil.example/" })],
    ["authorize-error-unknown", request({ client_id: "nobody" })],
  ] as const) {
    await open(page, wrong, "This link does not work");
    expect(new URL(page.url()).origin).toBe(product.base);
    await checkScreen(page, name);
  }
  const others = visitor.complaints.filter((complaint) => !/status of 400/.test(complaint));
  expect(others).toEqual([]);
});

test("signing out of a website asks first, and confirms the sign-out", async () => {
  const visitor = await atConsent("fay@example.com");
  const { page } = visitor;
  await open(page, `${product.base}/oauth/logout`, "Sign out");
  await checkScreen(page, "logout");
  expect(await visitor.isSignedIn(product.base)).toBe(true);
  await page.locator("#sign-out").click();
  await titled(page, "Signed out");
  await checkScreen(page, "logged-out");
  expect(await visitor.isSignedIn(product.base)).toBe(false);

  const bye = new URLSearchParams({
    client_id: "paperplane",
    post_logout_redirect_uri: `${website.address}/bye`,
    state: "back",
  });
  await page.goto(`${product.base}/oauth/logout?${bye}`);
  await page.locator("#page-title").waitFor();
  expect(new URL(page.url()).origin).toBe(product.base);
  expect(visitor.complaints).toEqual([]);
});

test("ui_locales selects the language of the pages before the browser's language", async () => {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await open(page, request({ ui_locales: "de", prompt: "consent" }), /^Bei .* anmelden$/);
  await checkScreen(page, "client-sign-in-german");
  await signIn(page, product, "greta@example.com");
  await titled(page, "Zugriff für Paperplane erlauben?");
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await checkScreen(page, "consent-german");
  await open(page, request({ ui_locales: "de", prompt: "select_account" }), "Konto wählen");
  await checkScreen(page, "select-account-german");
  await open(page, `${product.base}/oauth/logout`, "Abmelden");
  await checkScreen(page, "logout-german");
  expect(visitor.complaints).toEqual([]);
});
