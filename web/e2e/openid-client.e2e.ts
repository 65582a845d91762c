/** The client library `openid-client` 6, unmodified, as a site's back end uses it: sign in, refresh, log out. */
import * as oidc from "openid-client";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "./product";
import { register, signIn } from "./registration";
import { Site } from "./site";
import { launch, Visitor } from "./visitor";

const scope = "openid profile email offline_access";

let product: Product;
let site: string;
let server: Site;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  server = await Site.open();
  site = server.address;
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await product?.stop();
});

/** What the library learns by discovery, for a client that was registered. */
function discover(id: string, authentication: oidc.ClientAuth): Promise<oidc.Configuration> {
  const execute = [oidc.allowInsecureRequests];
  return oidc.discovery(new URL(product.base), id, undefined, authentication, { execute });
}

/** Registers a client of the site. */
function registered(id: string, more: Record<string, unknown>): Promise<string> {
  return register(product, id, {
    redirect_uris: [`${site}/callback`],
    post_logout_redirect_uris: [`${site}/bye`],
    grant_types: ["authorization_code", "refresh_token"],
    ...more,
  });
}

/** Leads the browser through the provider's pages; gives the address where it is sent back to. */
async function visit({ page }: Visitor, url: URL, email?: string): Promise<URL> {
  await page.goto(url.href);
  if (email) await signIn(page, product, email);
  if (new URL(page.url()).origin !== site) await page.locator("#consent-allow").click();
  await page.waitForURL(`${site}/callback**`);
  return new URL(page.url());
}

/** What the library keeps between the request and the answer. */
async function checks() {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  return {
    pkceCodeVerifier,
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
    idTokenExpected: true,
  };
}

async function parameters(kept: Awaited<ReturnType<typeof checks>>) {
  return {
    redirect_uri: `${site}/callback`,
    scope,
    state: kept.expectedState,
    nonce: kept.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(kept.pkceCodeVerifier),
    code_challenge_method: "S256",
  };
}

test.each([
  ["client_secret_basic", oidc.ClientSecretBasic],
  ["client_secret_post", oidc.ClientSecretPost],
])("signs in, refreshes and logs out with %s", async (method, authentication) => {
  const email = `${method}@example.com`;
  const secret = await registered(method, { token_endpoint_auth_method: method });
  const config = await discover(method, authentication(secret));
  const visitor = await Visitor.arrive(browser);
  const kept = await checks();

  const url = oidc.buildAuthorizationUrl(config, await parameters(kept));
  const back = await visit(visitor, url, email);
  const tokens = await oidc.authorizationCodeGrant(config, back, kept);
  const sub = tokens.claims()?.sub ?? "";
  expect(await oidc.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({ sub, email });

  const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(renewed.claims()?.sub).toBe(sub);
  expect(renewed.access_token).not.toBe(tokens.access_token);
  expect(await oidc.fetchUserInfo(config, renewed.access_token, sub)).toMatchObject({ email });

  const out = oidc.buildEndSessionUrl(config, {
    id_token_hint: renewed.id_token ?? "",
    post_logout_redirect_uri: `${site}/bye`,
    state: "come-back",
  });
  await visitor.page.goto(out.href);
  await visitor.page.waitForURL(`${site}/bye?state=come-back`);
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  expect(visitor.complaints).toEqual([]);
});

test("pushes its request before the browser comes", async () => {
  const secret = await registered("pushing", {});
  const config = await discover("pushing", oidc.ClientSecretBasic(secret));
  const visitor = await Visitor.arrive(browser);
  const kept = await checks();

  const url = await oidc.buildAuthorizationUrlWithPAR(config, await parameters(kept));
  expect([...url.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
  const back = await visit(visitor, url, "pushed@example.com");
  const tokens = await oidc.authorizationCodeGrant(config, back, kept);
  expect(tokens.claims()?.sub).toMatch(/^usr_/);
  // Its name was for that visit alone.
  await visitor.page.goto(url.href);
  expect(new URL(visitor.page.url()).origin).toBe(product.base);
  await visitor.page.locator("#page-title").waitFor();
});
