/** Passkeys in a real browser with a virtual authenticator: added, used, lost and refused. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkScreen } from "./check-screen";
import { Device } from "./device";
import { codeOf } from "./mail-server";
import { type Product, startProduct } from "./product";
import { press, tabTo, titled } from "./steps";
import { launch, Visitor } from "./visitor";

const ours = "/api/auth/account/passkeys";

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

/** Returns a user on their passkeys page, just signed in by email. */
async function atTheirPasskeys(email: string): Promise<{ visitor: Visitor; device: Device }> {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  const device = await Device.plugIn(page);
  await openSignIn(page);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign in with Email" }).click();
  const code = codeOf(await product.mailServer.emailTo(email));
  await page.getByRole("textbox", { name: /code/i }).fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await titled(page, "Your passkeys");
  return { visitor, device };
}

/** Opens the sign-in page, which returns to the passkeys. */
async function openSignIn(page: Page): Promise<void> {
  await page.goto(`${product.base}/api/auth/signin?callbackUrl=${encodeURIComponent(ours)}`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
}

async function add(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name of the new passkey").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("The passkey was added.").waitFor();
  await page.getByRole("heading", { level: 2, name, exact: true }).waitFor();
}

/** Renames a passkey in the app; the idp's pages show the same name. */
async function renameInTheApp(page: Page, from: string, to: string): Promise<void> {
  await page.goto(`${product.base}/account/sign-in`);
  await page.getByRole("button", { name: `Rename ${from}` }).click();
  const dialog = page.getByRole("dialog", { name: `Rename ${from}` });
  await dialog.getByLabel("Name").fill(to);
  await checkScreen(page, "account-passkey-name");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await page.getByText(`Renamed to ${to}.`).waitFor();
  await page.getByRole("button", { name: `Rename ${to}` }).waitFor();
  await checkScreen(page, "account-sign-in-methods-passkey");
  await page.goto(`${product.base}${ours}`);
  await page.getByRole("heading", { level: 2, name: to }).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${product.base}/api/auth/signout`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/api/auth/"));
}

async function signIn(page: Page): Promise<void> {
  await openSignIn(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
}

async function isRefused(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole("alert").getByText("Sign in failed.").waitFor();
  await page.getByLabel("Email").waitFor();
  expect(await visitor.isSignedIn(product.base)).toBe(false);
}

/** Disables passkey suggestions in the address field until a test needs them: a virtual authenticator accepts one immediately. */
async function withoutOffers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}

test("a passkey is added, signs in, is renamed, joined by a second one and removed", async () => {
  const { visitor, device } = await atTheirPasskeys("ann@example.com");
  const { page } = visitor;
  await withoutOffers(page);
  await checkScreen(page, "passkeys-none");
  await add(page, "Phone");
  const notice = await product.mailServer.emailTo("ann@example.com", 1);
  expect(notice.subject).toContain("A new way to sign in");
  expect(await device.passkeys()).toHaveLength(1);

  await signOut(page);
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  await openSignIn(page);
  await checkScreen(page, "sign-in-passkey");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("last used").waitFor();
  expect(await visitor.isSignedIn(product.base)).toBe(true);

  // This device already has a passkey and is refused; another device adds its own.
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("alert").getByText("This device has a passkey").waitFor();
  await device.unplug();
  const second = await Device.plugIn(page);
  await add(page, "Laptop");

  const phone = page.getByRole("listitem").filter({ hasText: "Phone" });
  await phone.getByText("Change").click();
  await phone.getByLabel("Name").fill("Old phone");
  await checkScreen(page, "passkeys");
  await phone.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("heading", { level: 2, name: "Old phone" }).waitFor();
  const laptop = page.getByRole("listitem").filter({ hasText: "Laptop" });
  await laptop.getByText("Change").click();
  await laptop.getByRole("button", { name: /^Remove/ }).click();
  await page.getByText("The passkey was removed.").waitFor();
  await titled(page, "Your passkeys");
  expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual(["Old phone"]);
  await renameInTheApp(page, "Old phone", "Phone in the drawer");

  await signOut(page);
  expect(await second.passkeys()).toHaveLength(1);
  await signIn(page);
  await isRefused(visitor);
  expect(visitor.complaints).toEqual([]);
});

test("an authenticator without user verification signs no user in", async () => {
  const { visitor, device } = await atTheirPasskeys("bea@example.com");
  const { page } = visitor;
  await withoutOffers(page);
  const trouble = page.locator("#passkey-trouble");
  await page.reload();
  await device.recognises(false);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await trouble.getByText("nothing was changed. Try again").waitFor();
  await checkScreen(page, "passkeys-cancelled");
  await device.recognises(true);
  await add(page, "Phone");

  await signOut(page);
  await openSignIn(page);
  await device.recognises(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await trouble.getByText("Try again, or sign in another way.").waitFor();
  await checkScreen(page, "sign-in-passkey-cancelled");
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  // The browser itself demands verification; our server refuses a device that skips it.
  await device.recognises(true);
  await device.skipsVerification(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await isRefused(visitor);
  await device.skipsVerification(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("last used").waitFor();
  expect(visitor.complaints).toEqual([]);
});

test("a copy of a device, which counts backwards, is refused", async () => {
  const { visitor, device } = await atTheirPasskeys("cleo@example.com");
  const { page } = visitor;
  await withoutOffers(page);
  await add(page, "Key");
  const [copy] = await device.passkeys();
  if (!copy) throw new Error("the device has no passkey");
  await signOut(page);
  await signIn(page);
  await page.getByText("last used").waitFor();
  const [current] = await device.passkeys();
  expect(current?.signCount).toBeGreaterThan(copy.signCount);
  await signOut(page);
  await device.take({ ...copy, signCount: copy.signCount - 1 });
  await signIn(page);
  await isRefused(visitor);
  await device.take({ ...copy, signCount: (current?.signCount ?? 0) + 5 });
  await signIn(page);
  await page.getByText("last used").waitFor();
  expect(visitor.complaints).toEqual([]);
});

test("the suggestion in the address field signs in without a press", async () => {
  const { visitor } = await atTheirPasskeys("dora@example.com");
  const { page } = visitor;
  await add(page, "Phone");
  await signOut(page);
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  await page.goto(`${product.base}/api/auth/signin?callbackUrl=${encodeURIComponent(ours)}`);
  await page.getByText("last used").waitFor();
  expect(visitor.complaints).toEqual([]);
});

test("all of it can be done by keyboard alone", async () => {
  const { visitor } = await atTheirPasskeys("emma@example.com");
  const { page } = visitor;
  await withoutOffers(page);
  await page.reload();
  await tabTo(page, page.locator("#input-passkey-name"));
  await page.keyboard.type("Phone");
  await page.keyboard.press("Enter");
  await page.getByText("The passkey was added.").waitFor();
  await signOut(page);
  await openSignIn(page);
  await press(page, page.locator("#passkey-button"));
  await page.getByText("last used").waitFor();
  await press(page, page.locator("summary"));
  await page.keyboard.press("Tab");
  await page.keyboard.type("Renamed");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Renamed" }).waitFor();
  await press(page, page.locator("#account-link"));
  await titled(page, "Your account");
  expect(visitor.complaints).toEqual([]);
});
