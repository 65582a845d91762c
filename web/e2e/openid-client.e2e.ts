/** The unmodified client library `openid-client` 6 in a website's back end: sign-in, refresh, sign-out, and tokens bound to keys. */
import * as oidc from "openid-client";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "./product";
import { register, signIn } from "./registration";
import { TestWebsite } from "./test-website";
import { launch, Visitor } from "./visitor";

const scope = "openid profile email offline_access";

let product: Product;
let websiteOrigin: string;
let server: TestWebsite;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  server = await TestWebsite.open();
  websiteOrigin = server.address;
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await product?.stop();
});

/** Discovers the provider's configuration for a registered client. */
function discover(id: string, authentication: oidc.ClientAuth): Promise<oidc.Configuration> {
  const execute = [oidc.allowInsecureRequests];
  return oidc.discovery(new URL(product.base), id, undefined, authentication, { execute });
}

/** Registers a client of the website. */
function registered(id: string, more: Record<string, unknown>): Promise<string> {
  return register(product, id, {
    redirect_uris: [`${websiteOrigin}/callback`],
    post_logout_redirect_uris: [`${websiteOrigin}/bye`],
    grant_types: ["authorization_code", "refresh_token"],
    ...more,
  });
}

/** Leads the browser through the provider's pages; returns the callback address with its parameters. */
async function visit({ page }: Visitor, url: URL, email?: string): Promise<URL> {
  await page.goto(url.href);
  if (email) await signIn(page, product, email);
  if (new URL(page.url()).origin !== websiteOrigin) await page.locator("#consent-allow").click();
  await page.waitForURL(`${websiteOrigin}/callback**`);
  return new URL(page.url());
}

/** The library's state between the request and the response. */
async function checks() {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  return {
    pkceCodeVerifier,
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
    idTokenExpected: true,
  };
}

async function parameters(state: Awaited<ReturnType<typeof checks>>) {
  return {
    redirect_uri: `${websiteOrigin}/callback`,
    scope,
    state: state.expectedState,
    nonce: state.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(state.pkceCodeVerifier),
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
  const state = await checks();

  const url = oidc.buildAuthorizationUrl(config, await parameters(state));
  const back = await visit(visitor, url, email);
  const tokens = await oidc.authorizationCodeGrant(config, back, state);
  const sub = tokens.claims()?.sub ?? "";
  expect(await oidc.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({ sub, email });

  const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(renewed.claims()?.sub).toBe(sub);
  expect(renewed.access_token).not.toBe(tokens.access_token);
  expect(await oidc.fetchUserInfo(config, renewed.access_token, sub)).toMatchObject({ email });

  const out = oidc.buildEndSessionUrl(config, {
    id_token_hint: renewed.id_token ?? "",
    post_logout_redirect_uri: `${websiteOrigin}/bye`,
    state: "come-back",
  });
  await visitor.page.goto(out.href);
  await visitor.page.waitForURL(`${websiteOrigin}/bye?state=come-back`);
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  expect(visitor.complaints).toEqual([]);
});

test("pushes its request before the browser comes", async () => {
  const secret = await registered("pushing", {});
  const config = await discover("pushing", oidc.ClientSecretBasic(secret));
  const visitor = await Visitor.arrive(browser);
  const state = await checks();

  const url = await oidc.buildAuthorizationUrlWithPAR(config, await parameters(state));
  expect([...url.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
  const back = await visit(visitor, url, "pushed@example.com");
  const tokens = await oidc.authorizationCodeGrant(config, back, state);
  expect(tokens.claims()?.sub).toMatch(/^usr_/);
  // The request_uri was valid for that visit only.
  await visitor.page.goto(url.href);
  expect(new URL(visitor.page.url()).origin).toBe(product.base);
  await visitor.page.locator("#page-title").waitFor();
});

/** The website's own key with its public part for the registration. */
async function ownKey() {
  const { publicKey, privateKey } = await oidc.randomDPoPKeyPair("ES256", { extractable: true });
  const jwk = { ...(await crypto.subtle.exportKey("jwk", publicKey)), kid: "one", alg: "ES256" };
  const metadata = {
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: "ES256",
    jwks: { keys: [jwk] },
  };
  return { authentication: oidc.PrivateKeyJwt({ key: privateKey, kid: "one" }), metadata };
}

test("proves itself by a key of its own, and by no other", async () => {
  const { authentication, metadata } = await ownKey();
  await registered("by-key", metadata);
  const config = await discover("by-key", authentication);
  const visitor = await Visitor.arrive(browser);
  const state = await checks();

  const url = oidc.buildAuthorizationUrl(config, await parameters(state));
  const back = await visit(visitor, url, "by-key@example.com");
  const tokens = await oidc.authorizationCodeGrant(config, back, state);
  expect(tokens.token_type).toBe("bearer");
  const refresh = tokens.refresh_token ?? "";
  const forged = await discover("by-key", (await ownKey()).authentication);
  await expect(oidc.refreshTokenGrant(forged, refresh)).rejects.toMatchObject({
    error: "invalid_client",
    status: 401,
  });
  const renewed = await oidc.refreshTokenGrant(config, refresh);
  expect(renewed.claims()?.sub).toBe(tokens.claims()?.sub);
  await oidc.tokenRevocation(config, renewed.refresh_token ?? "");
  await expect(oidc.refreshTokenGrant(config, renewed.refresh_token ?? "")).rejects.toMatchObject({
    error: "invalid_grant",
  });
  expect(visitor.complaints).toEqual([]);
});

test("binds its tokens to a key, and another key gets nothing", async () => {
  const secret = await registered("bound", { dpop_bound_access_tokens: true });
  const config = await discover("bound", oidc.ClientSecretBasic(secret));
  const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair());
  const visitor = await Visitor.arrive(browser);
  const state = await checks();

  const url = oidc.buildAuthorizationUrl(config, {
    ...(await parameters(state)),
    dpop_jkt: await DPoP.calculateThumbprint(),
  });
  const back = await visit(visitor, url, "bound@example.com");
  const tokens = await oidc.authorizationCodeGrant(config, back, state, undefined, { DPoP });
  await onlyWithProof(config, tokens, DPoP);
  expect(visitor.complaints).toEqual([]);
});

test("pushes its request, authenticates with one key and binds its tokens to another", async () => {
  const { authentication, metadata } = await ownKey();
  await registered("all-at-once", {
    ...metadata,
    dpop_bound_access_tokens: true,
    require_pushed_authorization_requests: true,
  });
  const config = await discover("all-at-once", authentication);
  const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair());
  const visitor = await Visitor.arrive(browser);
  const state = await checks();

  const url = await oidc.buildAuthorizationUrlWithPAR(config, await parameters(state), { DPoP });
  expect([...url.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
  const back = await visit(visitor, url, "all-at-once@example.com");
  const tokens = await oidc.authorizationCodeGrant(config, back, state, undefined, { DPoP });
  const refresh = tokens.refresh_token ?? "";
  await onlyWithProof(config, tokens, DPoP);

  const renewed = await oidc.refreshTokenGrant(config, refresh, undefined, { DPoP });
  expect(renewed.claims()?.sub).toBe(tokens.claims()?.sub);
  await onlyWithProof(config, renewed, DPoP);
  const out = oidc.buildEndSessionUrl(config, {
    id_token_hint: renewed.id_token ?? "",
    post_logout_redirect_uri: `${websiteOrigin}/bye`,
  });
  await visitor.page.goto(out.href);
  await visitor.page.waitForURL(`${websiteOrigin}/bye`);
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  expect(visitor.complaints).toEqual([]);
});

/** Calls userinfo with a valid proof, without one, and with another key; only the first call succeeds. */
async function onlyWithProof(
  config: oidc.Configuration,
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  DPoP: oidc.DPoPHandle,
): Promise<void> {
  expect(tokens.token_type).toBe("dpop");
  const sub = tokens.claims()?.sub ?? "";
  const ask = (more: oidc.DPoPOptions) =>
    oidc.fetchUserInfo(config, tokens.access_token, sub, more);
  expect(await ask({ DPoP })).toMatchObject({ sub });
  const other = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair());
  await expect(ask({ DPoP: other })).rejects.toThrow();
  for (const scheme of ["Bearer", "DPoP"]) {
    const authorization = `${scheme} ${tokens.access_token}`;
    const response = await fetch(`${product.base}/oauth/userinfo`, { headers: { authorization } });
    expect(response.status, scheme).toBe(401);
  }
}
