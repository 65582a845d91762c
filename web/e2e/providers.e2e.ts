/** Sign-in through GitHub, Google and any other provider in a real browser: correct and malicious providers. */
import { generateKeyPairSync } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkScreen } from "./check-screen";
import { type Product, startProduct } from "./product";
import {
  bursts,
  drips,
  floods,
  type Overrides,
  ProviderDouble,
  type ProviderUser,
  published,
  redirectsElsewhere,
} from "./provider";
import { press, titled } from "./steps";
import { launch, Visitor } from "./visitor";

const account = "/api/auth/account";
const github = new ProviderDouble();
const google = new ProviderDouble();
const acme = new ProviderDouble();
const all = [github, google, acme];
const other = generateKeyPairSync("rsa", { modulusLength: 2048 });

let product: Product;
let browser: Browser;

beforeAll(async () => {
  await Promise.all(all.map((one) => one.open()));
  const pair = (name: string) => ({
    [`IDP_${name}_CLIENT_ID`]: "tollgate",
    [`IDP_${name}_CLIENT_SECRET`]: "secret",
  });
  product = await startProduct({
    ...pair("GITHUB"),
    ...pair("GOOGLE"),
    ...pair("OIDC_ACME"),
    IDP_GITHUB_BASE_URL: github.address,
    IDP_GITHUB_API_URL: github.address,
    IDP_GOOGLE_ISSUER: google.address,
    IDP_OIDC_PROVIDERS: "acme",
    IDP_OIDC_ACME_ISSUER: acme.address,
    IDP_OIDC_ACME_NAME: "Acme",
    // The idp stops waiting for a slow provider after this time.
    IDP_PROVIDER_SECONDS: "5",
  });
  browser = await launch();
});

afterEach(() => {
  for (const one of all) one.overrides = {};
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await Promise.all(all.map((one) => one.close()));
});

function person(
  id: number,
  name: string,
  email = `${name.toLowerCase()}@example.com`,
): ProviderUser {
  return { id, name, email, verified: true };
}

/** Opens the sign-in page and presses a provider's button. */
async function leave(page: Page, name: string): Promise<void> {
  await page.goto(`${product.base}/api/auth/signin?callbackUrl=${encodeURIComponent(account)}`);
  await page.getByRole("button", { name: `Sign in with ${name}` }).click();
}

/** Presses a provider's button and agrees at the provider. */
async function comeBack(page: Page, name: string): Promise<void> {
  await leave(page, name);
  await page.getByRole("button", { name: /^Continue as/ }).click();
}

async function expectAccount(page: Page, ...ways: string[]): Promise<void> {
  await titled(page, "Your account");
  expect(await page.locator("#ways li strong").allTextContents()).toEqual(
    expect.arrayContaining(ways),
  );
}

async function expectRefused(visitor: Visitor, code: string): Promise<void> {
  const { page } = visitor;
  await page.waitForURL((url) => url.origin === product.base);
  expect(new URL(page.url()).searchParams.get("error")).toBe(code);
  await page.getByText("Try signing in with a different account.").waitFor();
  expect(await visitor.isSignedIn(product.base)).toBe(false);
}

// row: browser-1
test("each kind of provider signs a person in", async () => {
  const rows = [
    { name: "GitHub", at: github, who: person(11, "Gil") },
    { name: "Google", at: google, who: person(12, "Gina") },
    { name: "Acme", at: acme, who: person(13, "Ada") },
  ];
  for (const { name, at, who } of rows) {
    at.person = who;
    const visitor = await Visitor.arrive(browser);
    await comeBack(visitor.page, name);
    await expectAccount(visitor.page, name);
    await visitor.page.getByText(who.email).first().waitFor();
    expect(await visitor.isSignedIn(product.base)).toBe(true);
    const jar = await visitor.context.cookies();
    expect(jar.filter((cookie) => cookie.name.includes("attempt"))).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  }
});

// row: browser-1
test("an address that is taken shows the way out, and the way out works", async () => {
  github.person = person(21, "Lea");
  google.person = person(22, "Lea");
  const first = await Visitor.arrive(browser);
  await comeBack(first.page, "GitHub");
  await expectAccount(first.page, "GitHub");
  await first.context.close();

  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await comeBack(page, "Google");
  await page
    .getByText("To confirm your identity, sign in with the same account you used originally.")
    .waitFor();
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  await checkScreen(page, "sign-in-not-linked");
  await page.getByRole("link", { name: "your account page" }).click();
  await page.getByText("Please sign in to access this page.").waitFor();
  await page.getByRole("button", { name: "Sign in with GitHub" }).click();
  await page.getByRole("button", { name: "Continue as Lea" }).click();
  await expectAccount(page, "GitHub");
  await page.getByRole("button", { name: "Add Google" }).click();
  await page.getByRole("button", { name: "Continue as Lea" }).click();
  await page.getByText("It was added.").waitFor();
  await expectAccount(page, "GitHub", "Google");
  await checkScreen(page, "account-two-providers");

  await page.getByRole("link", { name: "Remove Google" }).click();
  await page.getByRole("heading", { name: "Remove Google?" }).waitFor();
  await checkScreen(page, "account-remove-provider");
  await page.getByRole("button", { name: "Remove Google" }).click();
  await page.getByText("It was removed.").waitFor();
  expect(await page.locator("#ways").textContent()).not.toContain("Google");
  expect(visitor.complaints).toEqual([]);
});

// row: browser-1
test("a provider is signed in with and added by keyboard alone", async () => {
  acme.person = person(31, "Kim");
  github.person = person(32, "Kim");
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await page.goto(`${product.base}/api/auth/signin?callbackUrl=${encodeURIComponent(account)}`);
  for (const name of ["Sign in with Acme", "Continue as Kim", "Add GitHub", "Continue as Kim"]) {
    await press(page, page.getByRole("button", { name }));
  }
  await page.getByText("It was added.").waitFor();
  await expectAccount(page, "Acme", "GitHub");
  expect(visitor.complaints).toEqual([]);
});

test("a user who refuses at the provider is back at the sign-in page", async () => {
  for (const name of ["GitHub", "Google", "Acme"]) {
    const visitor = await Visitor.arrive(browser);
    await leave(visitor.page, name);
    await visitor.page.getByRole("button", { name: "Cancel" }).click();
    await expectRefused(visitor, "Callback");
    await visitor.context.close();
  }
});

const misbehaviours: Record<string, Overrides> = {
  "another issuer": { claims: { iss: "https://evil.example" } },
  "another audience": { claims: { aud: "other" } },
  "another nonce": { claims: { nonce: "other" } },
  "no nonce": { claims: { nonce: undefined } },
  expired: { claims: { exp: 1_700_000_000 } },
  "an address verified by a text": { claims: { email_verified: "true" } },
  "a forged signature": { sign: (honest) => Buffer.from(honest).fill(1, 10, 20) },
  "no signature": { header: { alg: "none" }, sign: () => Buffer.alloc(0) },
  "an unknown key": { header: { kid: "unknown" } },
  "a slow drip": { token: drips },
  "10 MB": { token: floods },
  "10 MB in 10 kB": { token: bursts },
  "a redirect": { token: redirectsElsewhere },
};

// row: browser-2
test("a provider that lies signs no user in", async () => {
  for (const [name, at] of [
    ["Google", google],
    ["Acme", acme],
  ] as const) {
    at.person = person(41, "Nia", `nia-${name}@example.com`);
    for (const [row, overrides] of Object.entries(misbehaviours)) {
      at.overrides = overrides;
      const visitor = await Visitor.arrive(browser);
      await comeBack(visitor.page, name);
      await expectRefused(visitor, "OAuthCallback").catch((error: unknown) => {
        throw new Error(`${name}, ${row}`, { cause: error });
      });
      await visitor.context.close();
    }
    // The user signs in once the provider responds correctly.
    at.overrides = {};
    const visitor = await Visitor.arrive(browser);
    await comeBack(visitor.page, name);
    await expectAccount(visitor.page, name);
    await visitor.context.close();
  }
  for (const token of [drips, floods, bursts, redirectsElsewhere]) {
    github.overrides = { token };
    const visitor = await Visitor.arrive(browser);
    await comeBack(visitor.page, "GitHub");
    await expectRefused(visitor, "OAuthCallback");
    await visitor.context.close();
  }
});

// row: browser-4
test("an address that a provider did not verify signs no user in", async () => {
  google.person = person(51, "Una");
  const una = await Visitor.arrive(browser);
  await comeBack(una.page, "Google");
  await expectAccount(una.page, "Google");
  for (const [name, at] of [
    ["GitHub", github],
    ["Acme", acme],
  ] as const) {
    at.person = { ...person(52, "Mallory", "una@example.com"), verified: false };
    const visitor = await Visitor.arrive(browser);
    await comeBack(visitor.page, name);
    await expectAccount(visitor.page, name);
    const text = await visitor.page.getByRole("main").textContent();
    expect(text).not.toContain("una@example.com");
    expect(text).not.toContain("Google ");
    await visitor.context.close();
  }
});

/** Starts another product that has not cached this provider's metadata and keys. */
function productAt(issuer: string): Promise<Product> {
  return startProduct({
    IDP_GOOGLE_CLIENT_ID: "tollgate",
    IDP_GOOGLE_CLIENT_SECRET: "secret",
    IDP_GOOGLE_ISSUER: issuer,
    IDP_OIDC_PROVIDERS: "acme",
    IDP_OIDC_ACME_CLIENT_ID: "tollgate",
    IDP_OIDC_ACME_CLIENT_SECRET: "secret",
    IDP_OIDC_ACME_ISSUER: issuer,
    IDP_OIDC_ACME_NAME: "Acme",
  });
}

async function start(page: Page, base: string, name: string): Promise<void> {
  await page.goto(`${base}/api/auth/signin`);
  await page.getByRole("button", { name: `Sign in with ${name}` }).click();
}

// row: browser-3
test("a token that does not name one of several keys signs no user in", async () => {
  const double = new ProviderDouble();
  const fresh = await productAt(await double.open());
  for (const [number, name] of ["Google", "Acme"].entries()) {
    double.person = person(61 + number, `Kai${number}`);
    const visitor = await Visitor.arrive(browser);
    double.overrides = { keys: [published(other.publicKey, "two")], header: { kid: undefined } };
    await start(visitor.page, fresh.base, name);
    await visitor.page.getByRole("button", { name: /^Continue as/ }).click();
    await visitor.page.waitForURL(/error=OAuthCallback/);
    expect(await visitor.isSignedIn(fresh.base)).toBe(false);
    double.overrides = { header: { kid: "one" } };
    await start(visitor.page, fresh.base, name);
    await visitor.page.getByRole("button", { name: /^Continue as/ }).click();
    await visitor.page.waitForURL(`${fresh.base}/**`);
    expect(await visitor.isSignedIn(fresh.base)).toBe(true);
    await visitor.context.close();
  }
  await fresh.stop();
  await double.close();
});

// row: browser-5
test("a provider that names another issuer, or is away, starts no sign-in", async () => {
  const double = new ProviderDouble();
  const fresh = await productAt(await double.open());
  const visitor = await Visitor.arrive(browser);
  double.overrides = { discovery: { issuer: "https://evil.example" } };
  for (const name of ["Google", "Acme"]) {
    await start(visitor.page, fresh.base, name);
    await visitor.page.getByText("There is a problem with the server configuration.").waitFor();
  }
  await double.close();
  for (const name of ["Google", "Acme"]) {
    await start(visitor.page, fresh.base, name);
    await visitor.page.waitForURL(/error=OAuthSignin/);
    await visitor.page.getByText("Try signing in with a different account.").waitFor();
  }
  expect(await visitor.isSignedIn(fresh.base)).toBe(false);
  await fresh.stop();
});
