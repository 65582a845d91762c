/** Injects faults in a real browser: each ends on one clear page with one button, without loops, blank pages or lost text. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInByMail, signInToApp, unexpectedErrors } from "./app-users";
import { checkScreen } from "./check-screen";
import { type Product, startProduct } from "./product";
import { titled } from "./steps";
import { launch, Visitor } from "./visitor";

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Records every address that the tab loads from now on. */
function visits(page: Page): string[] {
  const visited: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      visited.push(new URL(request.url()).pathname);
    }
  });
  return visited;
}

/** Expects the page of a fault: this heading, these buttons, and a working way to continue. */
async function endsOn(page: Page, heading: string, buttons: string[]): Promise<void> {
  await titled(page, heading);
  expect(await page.getByRole("button").allTextContents()).toEqual(buttons);
}

test("a token endpoint that fails ends at the callback, and a press tries again", async () => {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await page.goto(product.base);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.route("**/oauth/token", (route) => route.fulfill({ status: 503, body: "busy" }));
  await signInByMail(page, product, "tia@example.com");
  await endsOn(page, "Sign-in is briefly unavailable", ["Sign in again"]);
  await checkScreen(page, "fault-token-endpoint");
  const visited = visits(page);
  await page.unroute("**/oauth/token");
  await page.getByRole("button", { name: "Sign in again" }).click();
  await titled(page, "Overview");
  // To the idp and back: the session at the idp is still valid.
  expect(visited.length).toBeLessThanOrEqual(3);
  expect(unexpectedErrors(visitor, /status of 503/)).toEqual([]);
});

test("a token endpoint that fails while a page opens says so, and the page stays", async () => {
  const visitor = await signInToApp(browser, product, "tom@example.com");
  const { page } = visitor;
  await page.route("**/oauth/token", (route) => route.fulfill({ status: 500, body: "{}" }));
  const visited = visits(page);
  await page.goto(`${product.base}/account`);
  await page.getByRole("alert").getByText("Sign-in is briefly unavailable").waitFor();
  expect(visited).toEqual(["/account"]);
  await page.unroute("**/oauth/token");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await titled(page, "Profile");
});

test("a code that was used ends there", async () => {
  const visitor = await signInToApp(browser, product, "uma@example.com");
  const { page } = visitor;
  const visited = visits(page);
  await page.goto(`${product.base}/auth/callback?code=used&state=gone`);
  await endsOn(page, "This sign-in is no longer valid", ["Sign in again"]);
  await page.reload();
  await endsOn(page, "This sign-in is no longer valid", ["Sign in again"]);
  expect(visited).toEqual(["/auth/callback", "/auth/callback"]);
  await page.getByRole("button", { name: "Sign in again" }).click();
  await titled(page, "Overview");
});

test.each([
  ["a day behind", -86_400_000],
  ["a day ahead", 86_400_000],
])("a clock that is %s lets people in all the same", async (_, shift) => {
  const visitor = await Visitor.arrive(browser);
  const { page, context } = visitor;
  await context.addInitScript((shift) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + shift;
  }, shift);
  await page.goto(product.base);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await signInByMail(page, product, `clock${shift}@example.com`);
  await titled(page, "Overview");
  await page.reload();
  await titled(page, "Overview");
  await page.getByText("No credits yet", { exact: true }).waitFor();
  // Each server requires its nonce once, because its clock differs.
  expect(unexpectedErrors(visitor, /status of 40[01]/)).toEqual([]);
});

test("a browser that blocks cookies gets a message and no loop", async () => {
  const { context, page } = await Visitor.arrive(browser);
  await takeNoCookies(page);
  await page.goto(product.base);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").getByText("Cookies are turned off").waitFor();
  await checkScreen(page, "fault-cookies-off");
  const visited = visits(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").getByText("Cookies are turned off").waitFor();
  expect(visited).toEqual([]);
  await page.goto(`${product.base}/auth/callback?code=c&state=s`);
  await endsOn(page, "Cookies are turned off", ["Sign in again"]);
  await context.close();
});

/** Imitates a browser that blocks cookies: it reports no cookies, drops them, and throws on storage access. */
async function takeNoCookies(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDocumentCookieDisabled", { disabled: true });
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
  });
  await page.route("**", async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const { "set-cookie": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}

test("an API that is down leaves the page with one retry button for each part", async () => {
  const visitor = await signInToApp(browser, product, "ada@example.com");
  const { page } = visitor;
  await page.route("**/v1/**", (route) => route.abort("connectionrefused"));
  await page.getByRole("link", { name: "Sessions", exact: true }).first().click();
  await page.getByRole("alert").getByText("No connection").waitFor();
  await checkScreen(page, "fault-api-down");
  await page.unroute("**/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("This one").waitFor();
  expect(unexpectedErrors(visitor, /ERR_CONNECTION_REFUSED/)).toEqual([]);
});

test("typed values survive an unavailable API and are sent with the same key", async () => {
  const visitor = await signInToApp(browser, product, "ivy@example.com");
  const { page } = visitor;
  await page.goto(`${product.base}/sites/new`);
  await page.getByLabel("Name").fill("Paperplane");
  await page.getByLabel("Address", { exact: true }).fill("https://paperplane.example");
  await page.route("**/v1/websites", (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
  );
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("alert").getByText("No connection").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Paperplane");
  await page.unroute("**/v1/websites");
  await page.getByRole("button", { name: "Register" }).click();
  await titled(page, "Connect Paperplane");
});

test("a missing chunk shows an error in its place, and loads by a press", async () => {
  const visitor = await signInToApp(browser, product, "flo@example.com");
  const { page, context } = visitor;
  await context.setOffline(true);
  const visited = visits(page);
  await page.getByRole("link", { name: "Your data", exact: true }).first().click();
  await titled(page, "This page cannot be shown");
  await page.getByText("This part could not be loaded").waitFor();
  expect(visited).toEqual([]);
  await checkScreen(page, "fault-offline");
  // A page reloads by itself at most once a minute after a missing file; here the button does it.
  await page.evaluate(() => sessionStorage.setItem("tollgate.reloaded-at", String(Date.now())));
  await context.setOffline(false);
  await page.getByRole("button", { name: "Reload the page" }).click();
  await titled(page, "Your data");
});

test("a slow network shows a loading text, and then the page", async () => {
  const visitor = await signInToApp(browser, product, "sol@example.com");
  const { page } = visitor;
  // Every response waits until the test releases it.
  const waiting: (() => void)[] = [];
  let isSlow = true;
  await page.route(/\/v1\/|\/assets\/.*-page-/, async (route) => {
    if (isSlow) await new Promise<void>((go) => waiting.push(go));
    await route.continue();
  });
  await page.goto(`${product.base}/`);
  await titled(page, "Overview");
  await page.locator("[aria-busy=true]").first().waitFor();
  await checkScreen(page, "slow-network");
  isSlow = false;
  for (const go of waiting) go();
  await page.getByText("No credits yet", { exact: true }).waitFor();
  expect(visitor.complaints).toEqual([]);
});
