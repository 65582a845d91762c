/** The idp's own pages in a real browser: design, keyboard only, and without scripts. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkScreen } from "./check-screen";
import { codeOf, type Email, linkOf } from "./mail-server";
import { type Product, startProduct } from "./product";
import { press, tabTo, titled } from "./steps";
import { launch, Visitor } from "./visitor";

const account = "/api/auth/account";
const longest = `${"a-person-with-a-long-name".repeat(2)}@${"department-".repeat(5)}x.example.com`;
const password = "gravel tulip anchovy";
const another = "kiln walrus marmalade";
/** All requests of a page, including headers. */
const maxBytes = 12_000;

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ IDP_PASSWORDS: "register" });
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Opens a sign-in page and waits for its heading. */
async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(`${product.base}${path}`);
  await titled(page, heading);
}

/** Requests the sign-in email with a return to the account page. */
async function askForMail(page: Page, email: string): Promise<void> {
  await open(page, `/api/auth/signin?callbackUrl=${encodeURIComponent(account)}`, /^Sign in to/);
  await page.locator("#input-email-for-email-provider").fill(email);
  await page.getByRole("button", { name: "Sign in with Email" }).click();
  await titled(page, "Check your email");
}

/** Signs in with the emailed code in a separate browser. */
async function signedIn(email: string, earlier = 0): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await askForMail(page, email);
  await page.locator("#input-code").fill(codeOf(await product.mailServer.emailTo(email, earlier)));
  await page.getByRole("button", { name: "Sign in" }).click();
  await titled(page, "Your account");
  return visitor;
}

/** Returns the link of an email that sets a password. */
function passwordLinkOf(message: Email): string {
  const link = /https?:\/\/\S+\/api\/auth\/password\/set\S*/.exec(message.text)?.[0];
  if (!link) throw new Error(`no link in:\n${message.text}`);
  return link;
}

test("the pages for email and password look right, with their errors and a long address", async () => {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await open(page, `/api/auth/signin?email=${encodeURIComponent(longest)}`, /^Sign in to/);
  await checkScreen(page, "sign-in-all-ways");
  // The form is open for a user who last used a password.
  const way = page.locator("#password-way");
  if ((await way.getAttribute("open")) === null) await way.locator("summary").click();
  await checkScreen(page, "sign-in-password");
  await open(page, "/api/auth/signin?error=OAuthAccountNotLinked", /^Sign in to/);
  await checkScreen(page, "sign-in-says-why");
  await askForMail(page, longest);
  await page.locator("#input-code").fill("no code");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("That code did not work.").waitFor();
  await checkScreen(page, "verify-request-wrong-code");
  await page.goto(linkOf(await product.mailServer.emailTo(longest)));
  await titled(page, /^Sign in to/);
  await checkScreen(page, "email-link-long");
  await open(page, "/api/auth/password/new", /^Set a password for/);
  await checkScreen(page, "password-new");
  await page.getByLabel("Email").fill(longest);
  await page.getByRole("button", { name: "Send the link" }).click();
  await titled(page, "Check your email");
  await checkScreen(page, "password-sent");
  await page.goto(passwordLinkOf(await product.mailServer.emailTo(longest, 1)));
  await titled(page, /^Set a password for/);
  await checkScreen(page, "password-set");
  await page.locator("#input-password").fill("aaaaaaaaaaaaaaaaaaaa");
  await page.locator("#input-again").fill("aaaaaaaaaaaaaaaaaaaa");
  await page.locator("#submitButton").click();
  await page.getByRole("alert").waitFor();
  await checkScreen(page, "password-refused");
  expect(visitor.complaints.filter((complaint) => !/status of 400/.test(complaint))).toEqual([]);
});

test("the pages of an account look right", async () => {
  const before = await signedIn(longest, 2);
  const visitor = await signedIn(longest, 3);
  const { page } = visitor;
  await checkScreen(page, "account");
  await open(page, `${account}/sessions`, "Where you are signed in");
  expect(await page.locator("#sessions > li").count()).toBe(2);
  await checkScreen(page, "sessions");
  await page.locator("#end-others").click();
  await page.locator("#end-others").waitFor({ state: "detached" });
  await titled(page, "Where you are signed in");
  expect(await page.locator("#sessions > li").count()).toBe(1);
  expect(await before.isSignedIn(product.base)).toBe(false);
  expect(await visitor.isSignedIn(product.base)).toBe(true);
  await open(page, "/api/auth/password/change", /^Set a password for/);
  await checkScreen(page, "password-change");
  await open(page, `${account}/email`, "Change your address");
  await checkScreen(page, "address");
  await page.getByLabel("New address").fill("newer@example.com");
  await page.getByRole("button", { name: "Send a link" }).click();
  await titled(page, "Check your email");
  await checkScreen(page, "address-sent");
  const { text } = await product.mailServer.emailTo("newer@example.com");
  await page.goto(/https?:\/\/\S+/.exec(text)?.[0] ?? "");
  await titled(page, "Confirm your address");
  await checkScreen(page, "address-confirm");
  expect([...before.complaints, ...visitor.complaints]).toEqual([]);
});

test("two accounts of one user are merged and separated", async () => {
  const [stays, goes] = ["stays@example.com", longest.replace("a-person", "the-other")];
  const other = await signedIn(goes);
  const visitor = await signedIn(stays);
  const { page } = visitor;
  await open(page, `${account}/email`, "Change your address");
  await page.getByLabel("New address").fill(goes);
  await page.getByRole("button", { name: "Send a link" }).click();
  await titled(page, "Check your email");
  await page.locator("#input-code").fill(codeOf(await product.mailServer.emailTo(goes, 1)));
  await page.locator("#submitButton").click();
  await titled(page, "Merge accounts?");
  await checkScreen(page, "merge");
  await page.getByRole("button", { name: "Merge" }).click();
  await titled(page, "Your account");
  await checkScreen(page, "account-merged");
  expect(await other.isSignedIn(product.base)).toBe(false);
  // An email to either address signs in to the same account.
  const returned = await signedIn(goes, 3);
  expect(await returned.page.locator("#user").textContent()).toBe(stays);

  await page.locator("#merges a").click();
  await titled(page, "Separate accounts?");
  await checkScreen(page, "merge-undo");
  await page.getByRole("button", { name: "Separate" }).click();
  await titled(page, "Your account");
  expect(await page.locator("#merges").count()).toBe(0);
  expect(await returned.isSignedIn(product.base)).toBe(false);
  expect([...visitor.complaints, ...other.complaints, ...returned.complaints]).toEqual([]);
});

test("the pages read well in German", async () => {
  const visitor = await Visitor.arrive(browser, { locale: "de-DE" });
  const { page } = visitor;
  const email = "uta@example.com";
  await open(
    page,
    `/api/auth/signin?error=OAuthAccountNotLinked&callbackUrl=${encodeURIComponent(account)}`,
    /^Bei .* anmelden$/,
  );
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await checkScreen(page, "sign-in-german");
  await page.locator("#input-email-for-email-provider").fill(email);
  await page.getByRole("button", { name: "Mit E-Mail anmelden" }).click();
  await titled(page, "Sehen Sie in Ihre E-Mails");
  await checkScreen(page, "verify-request-german");
  const message = await product.mailServer.emailTo(email);
  expect(message.subject).toBe(`Bei ${new URL(product.base).host} anmelden`);
  await page.locator("#input-code").fill(codeOf(message));
  await page.getByRole("button", { name: "Anmelden" }).click();
  await titled(page, "Ihr Konto");
  await checkScreen(page, "account-german");
  await open(page, `${account}/sessions`, "Wo Sie angemeldet sind");
  await checkScreen(page, "sessions-german");
  await open(page, `${account}/passkeys`, "Ihre Passkeys");
  await checkScreen(page, "passkeys-german");
  await open(page, "/api/auth/password/change", /^Passwort für .* festlegen$/);
  await checkScreen(page, "password-change-german");
  await open(page, "/api/auth/signout", "Abmelden");
  await checkScreen(page, "sign-out-german");
  expect(visitor.complaints).toEqual([]);
});

test("an address signs in by keyboard alone", async () => {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  const email = "keys@example.com";
  await open(page, `/api/auth/signin?callbackUrl=${encodeURIComponent(account)}`, /^Sign in to/);
  // The field has the focus when the page opens.
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await titled(page, "Check your email");
  const message = await product.mailServer.emailTo(email);
  await tabTo(page, page.locator("#input-code"));
  await page.keyboard.type(codeOf(message));
  await page.keyboard.press("Enter");
  await titled(page, "Your account");
  await open(page, "/api/auth/signout", "Signout");
  await press(page, page.locator("#submitButton"));
  await page.waitForURL((url) => !url.pathname.startsWith("/api/auth/signout"));
  expect(await visitor.isSignedIn(product.base)).toBe(false);

  await askForMail(page, email);
  await page.goto(linkOf(await product.mailServer.emailTo(email, 1)));
  await press(page, page.locator("#submitButton"));
  await titled(page, "Your account");
  expect(visitor.complaints).toEqual([]);
});

test("email and password sign in without scripts", async () => {
  const visitor = await Visitor.arrive(browser, { javaScript: false });
  const { page } = visitor;
  const email = "plain@example.com";
  await askForMail(page, email);
  await page.goto(linkOf(await product.mailServer.emailTo(email)));
  await page.locator("#submitButton").click();
  await titled(page, "Your account");
  await leave(page);

  await open(page, "/api/auth/password/new", /^Set a password for/);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await titled(page, "Check your email");
  await page.goto(passwordLinkOf(await product.mailServer.emailTo(email, 1)));
  await setPassword(page, password);
  await page.waitForURL((url) => !url.pathname.startsWith("/api/auth/password"));
  expect(await visitor.isSignedIn(product.base)).toBe(true);
  await leave(page);

  await byPassword(page, email, another);
  await page.getByRole("alert").getByText("Sign in failed.").waitFor();
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  await byPassword(page, email, password);
  await titled(page, "Your account");
  await open(page, "/api/auth/password/change", /^Change your password for/);
  await page.locator("#input-current").fill(password);
  await setPassword(page, another);
  await page.waitForURL((url) => !url.pathname.startsWith("/api/auth/password"));
  await leave(page);
  await byPassword(page, email, another);
  await titled(page, "Your account");
  expect(visitor.complaints.filter((complaint) => !/status of 401/.test(complaint))).toEqual([]);
});

/** Signs out with the page's button. */
async function leave(page: Page): Promise<void> {
  await open(page, "/api/auth/signout", "Signout");
  await page.locator("#submitButton").click();
  await page.waitForURL((url) => !url.pathname.startsWith("/api/auth/signout"));
}

async function setPassword(page: Page, expected: string): Promise<void> {
  await page.locator("#input-password").fill(expected);
  await page.locator("#input-again").fill(expected);
  await page.locator("#submitButton").click();
}

async function byPassword(page: Page, email: string, tried: string): Promise<void> {
  await open(page, `/api/auth/signin?callbackUrl=${encodeURIComponent(account)}`, /^Sign in to/);
  // The form is open for a user who last used a password.
  const way = page.locator("#password-way");
  if ((await way.getAttribute("open")) === null) await way.locator("summary").click();
  await page.locator("#input-email-for-credentials-provider").fill(email);
  await page.locator("#input-password-for-credentials-provider").fill(tried);
  await page.locator("#credentials-submit").click();
}

test("the sign-in page with all that it loads is sent in twelve kilobytes", async () => {
  const visitor = await Visitor.arrive(browser);
  const session = await visitor.context.newCDPSession(visitor.page);
  await session.send("Network.enable");
  const sent: number[] = [];
  session.on("Network.loadingFinished", ({ encodedDataLength }) => sent.push(encodedDataLength));
  await visitor.page.goto(`${product.base}/api/auth/signin`, { waitUntil: "networkidle" });
  expect(sent.length).toBeGreaterThanOrEqual(3);
  expect(sent.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxBytes);
  expect(visitor.complaints).toEqual([]);
});
