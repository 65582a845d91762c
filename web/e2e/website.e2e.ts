/** A website in a real browser: its first sign-in, one of its many customers, their spends, and the keyboard. */
import * as oidc from "openid-client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInToApp } from "./app-users";
import { checkScreen } from "./check-screen";
import { createCustomers } from "./many-customers";
import { openSection, openWebsite, readText, register } from "./owner";
import { type Product, startProduct } from "./product";
import { signIn } from "./registration";
import { focused, headingFocused, press, titled } from "./steps";
import { TestWebsite } from "./test-website";
import { launch, Visitor } from "./visitor";

let product: Product;
let browser: Browser;
let server: TestWebsite;

beforeAll(async () => {
  product = await startProduct();
  server = await TestWebsite.open();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await product?.stop();
});

/** The sample website, at the only host name that works without https. */
const sample = () => server.address.replace("127.0.0.1", "localhost");

test("a website is registered, shows what is wrong with its first sign-in, and shows that the next one worked", async () => {
  const owner = await signInToApp(browser, product, "wanda@example.com");
  const { page } = owner;
  const redirect = `${sample()}/callback`;
  await register(page, product, { name: "Sample", url: sample(), redirect: `${sample()}/other` });
  await page.getByText("Waiting for the first sign-in").waitFor();
  await checkScreen(page, "registered-waiting");
  const config = await configOf(
    await readText(page, /^client_\w+$/),
    await settingOf(page, "Client secret"),
  );

  const visitor = await Visitor.arrive(browser);
  const first = await requestOf(config, redirect);
  await visitor.page.goto(first.address.href);
  const problem = page.getByText("This redirect address is not registered");
  await problem.first().waitFor();
  await checkScreen(page, "registered-refused");
  await page.getByRole("button", { name: "Allow this address" }).first().click();
  await page.getByText("The address is allowed. Try again.").waitFor();

  const second = await requestOf(config, redirect);
  await visitor.page.goto(second.address.href);
  await signIn(visitor.page, product, "visitor@example.com");
  await visitor.page.locator("#consent-allow").click();
  await visitor.page.waitForURL(`${sample()}/callback**`);
  const tokens = await oidc.authorizationCodeGrant(config, new URL(visitor.page.url()), {
    pkceCodeVerifier: second.verifier,
    expectedState: second.state,
  });
  expect(tokens.claims()?.sub).toBeTruthy();

  // The owner has not touched the page since: it updates by itself.
  await page.getByText("The first sign-in worked").waitFor({ timeout: 20_000 });
  await checkScreen(page, "registered-connected");
  await openWebsite(page, "Sample");
  await page.getByText("First steps").waitFor();
  await checkScreen(page, "overview-first-steps");
  await openSection(page, "Integration");
  await page.getByText("React", { exact: true }).click();
  await page.getByRole("button", { name: "Create the client" }).click();
  await page.getByText("React without a server").waitFor();
  await checkScreen(page, "integration-react");

  // The public client also sent a request, and its fix is separate from the other client's.
  const pasted = await readText(page, /client_id: "/);
  const ofPage = await configOf(/client_id: "([^"]+)"/.exec(pasted)?.[1] ?? "");
  const third = await requestOf(ofPage, `${sample()}/page`);
  await visitor.page.goto(third.address.href);
  const own = page.getByRole("listitem").filter({ hasText: "client without a secret" });
  await own.getByRole("button", { name: "Allow this address" }).click();
  await own.getByText("Allowed now. Try again.").waitFor();
  await checkScreen(page, "integration-two-clients");
  await visitor.page.goto(third.address.href);
  await visitor.page.locator("#consent-allow").click();
  await visitor.page.waitForURL(`${sample()}/page**`);
  const ownTokens = await oidc.authorizationCodeGrant(ofPage, new URL(visitor.page.url()), {
    pkceCodeVerifier: third.verifier,
    expectedState: third.state,
  });

  // A page of another origin reads its visitor's credits with their token, and nothing else.
  const read = (path: string) => readBy(visitor.page, `${product.base}${path}`, ownTokens);
  expect(await read("/v1/me/credits")).toMatchObject({ status: 200, body: { balances: [] } });
  expect(await read("/v1/customers")).toBe("not readable");
  expect(owner.complaints).toEqual([]);
});

test("one of a hundred thousand customers is found while typing, and saved with the others", async () => {
  const owner = await signInToApp(browser, product, "max@example.com");
  const { page } = owner;
  const shop = await register(page, product);
  expect((await shop.grant("welcome", "first@example.com", 1)).status).toBe(200);
  await openWebsite(page);
  await createCustomers(product, new URL(page.url()).pathname.split("/")[2] ?? "", 100_000);
  await openSection(page, "Customers");
  const count = page.getByRole("heading", { level: 2 }).getByRole("status");
  await count.getByText("more than 10,000", { exact: true }).waitFor();
  const table = page.getByRole("table", { name: "Customers" });
  const top = table.getByRole("link").first();
  await top.getByText("first@example.com").waitFor();
  await checkScreen(page, "customers-many");
  await page.getByRole("link", { name: "Next page" }).click();
  await top.getByText("Person 1099976").waitFor();
  await page.getByRole("link", { name: "Next page" }).click();
  await top.getByText("Person 1099951").waitFor();
  await page.getByRole("link", { name: "First page" }).click();
  await top.getByText("first@example.com").waitFor();

  const field = page.getByLabel("Find customers by email, name or id");
  for (const typed of ["Person 1054321", "MAIL1054321@", "own1054321"]) {
    await field.fill("");
    await count.getByText("more than 10,000", { exact: true }).waitFor();
    await field.pressSequentially(typed);
    await count.getByText("1", { exact: true }).waitFor();
    expect(await table.getByRole("link").allTextContents()).toEqual([
      expect.stringContaining("Person 1054321"),
    ]);
  }
  await field.fill("Person 105432");
  await count.getByText("10", { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBe("Person 105432");
  await table.getByRole("button", { name: "Credits" }).click();
  await page.waitForURL((url) => url.searchParams.get("sort") === "-available");
  await top.getByText("Person 1054329").waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("customers.csv");
  await page.getByText("10 customers are saved.").waitFor();
  await page.getByLabel("Balance").selectOption("Nothing left");
  await count.getByText("1", { exact: true }).waitFor();
  await top.getByText("Person 1054325").waitFor();
  await page.reload();
  await top.getByText("Person 1054325").waitFor();
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await page.getByText("No customers yet").waitFor();
  expect(owner.complaints).toEqual([]);
});

test("spends are on the overview and the usage page, as charts, by arrow keys and as tables", async () => {
  const owner = await signInToApp(browser, product, "una@example.com");
  const { page } = owner;
  const shop = await register(page, product);
  expect((await shop.grant("welcome", "ann@example.com", 100)).status).toBe(200);
  expect((await shop.spend("job-1", "ann@example.com", 5)).status).toBe(200);
  expect((await shop.spend("job-2", "ann@example.com", 7)).status).toBe(200);
  await openWebsite(page);
  await page.getByRole("region", { name: "Credits outstanding" }).getByText("88").first().waitFor();
  const chart = page.getByRole("slider", { name: /Credits used/ });
  await chart.focus();
  await page.keyboard.press("End");
  expect(await chart.getAttribute("aria-valuetext")).toMatch(/: 12, Without a feature 12$/);
  await checkScreen(page, "overview");
  await page.getByRole("button", { name: "View as table" }).click();
  await page.getByRole("table", { name: "Credits used by day" }).waitFor();
  await openSection(page, "Usage");
  const features = page.getByRole("table", { name: "By feature" });
  await features.getByRole("row", { name: /Without a feature 12/ }).waitFor();
  await page.getByRole("link", { name: "7 days" }).click();
  await page.getByRole("slider", { name: /each of 7 days/ }).waitFor();
  await checkScreen(page, "usage");
  expect(owner.complaints).toEqual([]);
});

test("the command bar leads to pages and customers by keyboard alone", async () => {
  const owner = await signInToApp(browser, product, "kim@example.com");
  const { page } = owner;
  const shop = await register(page, product);
  expect((await shop.grant("welcome", "zoe@example.com", 10)).status).toBe(200);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search or jump to" });
  await focused(page, field);
  await page.keyboard.type("paper");
  await page.getByRole("option", { name: /Paperplane/ }).waitFor();
  await page.keyboard.press("Enter");
  await titled(page, "Overview");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zoe");
  await page.getByRole("option", { name: "zoe@example.com" }).waitFor();
  await checkScreen(page, "command-bar");
  await page.keyboard.press("Enter");
  await headingFocused(page, "zoe@example.com");
  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
  await checkScreen(page, "shortcuts");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor({ state: "hidden" });
  await press(page, page.getByRole("button", { name: /Search or jump/ }), "Shift+Tab");
  await field.waitFor();
  await page.keyboard.press("Escape");
  await focused(page, page.getByRole("button", { name: /Search or jump/ }));
  expect(owner.complaints).toEqual([]);
});

/** Returns the status and body of a response to the visitor's token, if the page may read it. */
function readBy(page: Page, address: string, { access_token }: { access_token: string }) {
  return page.evaluate(
    async ([address, authorization]) => {
      const response = await fetch(address, { headers: { authorization } }).catch(() => undefined);
      if (!response) return "not readable";
      return { status: response.status, body: await response.json() };
    },
    [address, `Bearer ${access_token}`] as const,
  );
}

/** Returns the value next to a name in the settings to copy. */
async function settingOf(page: Page, label: string): Promise<string> {
  const value = page.locator("dt", { hasText: new RegExp(`^${label}$`) }).locator("+ dd code");
  return (await value.textContent())?.trim() ?? "";
}

/** The library's configuration of a client; one without a secret is public. */
function configOf(id: string, secret?: string): Promise<oidc.Configuration> {
  const method = secret === undefined ? oidc.None() : undefined;
  return oidc.discovery(new URL(product.base), id, secret, method, {
    execute: [oidc.allowInsecureRequests],
  });
}

/** The back end's authorization request, as in its snippet. */
async function requestOf(config: oidc.Configuration, redirect_uri: string) {
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: "openid profile email credits.read",
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
  });
  return { address, verifier, state };
}
