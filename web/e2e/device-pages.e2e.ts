/** A user connects a device and later revokes its access, in a real browser. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkScreen } from "./check-screen";
import { type Product, startProduct } from "./product";
import { register, signIn } from "./registration";
import { press, tabTo, titled } from "./steps";
import { launch, Visitor } from "./visitor";

const applications = "/api/auth/account/applications";

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  await register(product, "tv", {
    client_name: "Living room TV",
    token_endpoint_auth_method: "none",
    redirect_uris: [],
    grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
  });
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The response of the device authorization endpoint. */
type Codes = { device_code: string; user_code: string; verification_uri_complete: string };

/** Sends a POST request of the device. */
async function posted(path: string, form: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ client_id: "tv", ...form });
  return await fetch(`${product.base}${path}`, { method: "POST", body });
}

async function begin(): Promise<Codes> {
  const response = await posted("/oauth/device_authorization", {
    scope: "openid profile email offline_access",
  });
  expect(response.status).toBe(200);
  return await response.json();
}

/** Returns the response of the token endpoint to the device. */
async function poll({ device_code }: Codes): Promise<Record<string, string>> {
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  return await (await posted("/oauth/token", { grant_type, device_code })).json();
}

/** Returns a signed-in user at the page for device codes. */
async function arrived(email: string, locale?: string): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, locale ? { locale } : {});
  await visitor.page.goto(`${product.base}/oauth/device`);
  await signIn(visitor.page, product, email);
  await visitor.page.locator("#input-user-code").waitFor();
  return visitor;
}

/** Types a code in lower case with a space, which the page accepts. */
async function type(page: Page, { user_code }: Codes): Promise<void> {
  await page.locator("#input-user-code").fill(user_code.toLowerCase().replace("-", " "));
  await page.locator("#device-continue").click();
  await page.locator("#device-allow").waitFor();
}

test("a device is connected and refused, and its pages look right", async () => {
  const visitor = await arrived("ann@example.com");
  const { page } = visitor;
  const codes = await begin();
  const field = page.locator("#input-user-code");
  const { textAlign, textTransform } = await field.evaluate((input) => getComputedStyle(input));
  expect([textAlign, textTransform]).toEqual(["center", "uppercase"]);
  await checkScreen(page, "device");
  await page.locator("#input-user-code").fill("BCDF-GHJK");
  await page.locator("#device-continue").click();
  await page.getByRole("alert").getByText("That code does not work.").waitFor();
  await checkScreen(page, "device-wrong-code");
  await type(page, codes);
  await titled(page, "Connect Living room TV?");
  expect(await page.locator("#device-code").textContent()).toBe(codes.user_code);
  expect(await page.locator("#device-scopes > li").count()).toBe(3);
  await checkScreen(page, "device-question");
  await page.locator("#device-allow").click();
  await titled(page, "Device connected");
  await checkScreen(page, "device-connected");
  expect(await poll(codes)).toMatchObject({ token_type: "Bearer" });

  await page.goto(codes.verification_uri_complete);
  await page.locator("#device-continue").click();
  await page.getByRole("alert").getByText("That code does not work.").waitFor();
  const other = await begin();
  await page.goto(other.verification_uri_complete);
  await checkScreen(page, "device-filled-in");
  await page.locator("#device-continue").click();
  await page.locator("#device-deny").click();
  await titled(page, "Device not connected");
  await checkScreen(page, "device-refused");
  expect(await poll(other)).toMatchObject({ error: "access_denied" });
  expect(visitor.complaints).toEqual([]);
});

test("an application's permissions are shown and revoked", async () => {
  const visitor = await arrived("bob@example.com");
  const { page } = visitor;
  await page.goto(`${product.base}${applications}`);
  await page.getByText("No app may act for you.").waitFor();
  await checkScreen(page, "applications-none");
  const codes = await begin();
  await page.goto(codes.verification_uri_complete);
  await page.locator("#device-continue").click();
  await page.locator("#device-allow").click();
  await titled(page, "Device connected");
  const { refresh_token = "" } = await poll(codes);

  await page.goto(`${product.base}${applications}`);
  await titled(page, "Apps");
  expect(await page.locator("#applications > li").count()).toBe(1);
  await checkScreen(page, "applications");
  await press(page, page.locator("#revoke-tv"));
  await page.locator("#page-done").waitFor();
  await checkScreen(page, "applications-taken-back");
  const refused = await posted("/oauth/token", { grant_type: "refresh_token", refresh_token });
  expect(await refused.json()).toMatchObject({ error: "invalid_grant" });
  expect(visitor.complaints).toEqual([]);
});

test("a device is connected by keyboard alone, and in German", async () => {
  const visitor = await arrived("uta@example.com", "de-DE");
  const { page } = visitor;
  const codes = await begin();
  await checkScreen(page, "device-german");
  // The field has the focus when the page opens.
  await tabTo(page, page.locator("#input-user-code"));
  await page.keyboard.type(codes.user_code);
  await page.keyboard.press("Enter");
  await titled(page, "Living room TV verbinden?");
  await checkScreen(page, "device-question-german");
  await press(page, page.locator("#device-allow"));
  await titled(page, "Gerät verbunden");
  expect(await poll(codes)).toMatchObject({ token_type: "Bearer" });
  await page.goto(`${product.base}${applications}`);
  await checkScreen(page, "applications-german");
  expect(visitor.complaints).toEqual([]);
});

test("a device is connected where no page runs a script", async () => {
  const visitor = await Visitor.arrive(browser, { javaScript: false });
  const { page } = visitor;
  const codes = await begin();
  await page.goto(codes.verification_uri_complete);
  await signIn(page, product, "plain@example.com");
  await page.locator("#device-continue").click();
  await page.locator("#device-allow").click();
  await titled(page, "Device connected");
  expect(await poll(codes)).toMatchObject({ token_type: "Bearer" });
  expect(visitor.complaints).toEqual([]);
});
