/** The client library `next-auth/react` 4 in a real browser against the unchanged product (sign-in.md, section 17). */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle, FrontEnd, serve } from "./front-end";
import { codeOf } from "./mail-server";
import { type Product, startProduct } from "./product";
import { launch, Visitor } from "./visitor";

const password = "gravel tulip anchovy";

let product: Product;
let browser: Browser;
let script: string;
let auth: string;

beforeAll(async () => {
  script = await bundle();
  product = await startProduct({
    IDP_PASSWORDS: "register",
    IDP_GITHUB_CLIENT_ID: "tollgate",
    IDP_GITHUB_CLIENT_SECRET: "a secret of the test",
  });
  auth = `${product.base}/api/auth`;
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Creates a separate browser for the front end. */
async function arrive(): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser);
  await serve(visitor.context, product.base, script);
  return visitor;
}

const at =
  (pathname: string) =>
  (url: URL): boolean =>
    url.origin === product.base && url.pathname === pathname;

/** Signs in with the client library and the emailed code, and returns to the front end. */
async function signInByCode(frontEnd: FrontEnd, email: string): Promise<void> {
  const { page } = frontEnd;
  // Waits for the library's first session request, which would otherwise be among the sign-in's requests.
  await frontEnd.shows("unauthenticated");
  await page.evaluate((address) => Object.assign(window, { address }), email);
  const left = await frontEnd.leave(
    (client) => client.signIn("email", { email: Reflect.get(window, "address") }),
    at("/api/auth/verify-request"),
  );
  expect(left.url.search).toBe("?provider=email&type=email");
  expect(left.requests.slice(0, 3)).toEqual(["GET providers", "GET csrf", "POST signin/email"]);
  const message = await product.mailServer.emailTo(email);
  await page.locator("#input-code").fill(codeOf(message));
  await page.keyboard.press("Enter");
  await page.waitForURL(at("/front-end"));
  // A redirect's target comes from the product, so the front end's own page needs a separate visit.
  await page.reload();
  await frontEnd.shows("authenticated", email);
}

/** Sets a first password on the idp's own page. */
async function setPassword(page: Page): Promise<void> {
  await page.goto(`${auth}/password/change`);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="again"]').fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/api/auth/password"));
}

// row: client-1
test("the client reads providers, session and token", async () => {
  const visitor = await arrive();
  const frontEnd = await FrontEnd.open(visitor.page, product.base);
  await frontEnd.shows("unauthenticated");
  expect(frontEnd.requests).toEqual(["GET session"]);

  const providers = await frontEnd.call((client) => client.getProviders());
  expect(providers.requests).toEqual(["GET providers"]);
  expect(Object.keys(providers.result ?? {})).toEqual(["github", "email", "credentials"]);
  expect(providers.result).toMatchObject({
    email: {
      id: "email",
      name: "Email",
      type: "email",
      signinUrl: `${auth}/signin/email`,
      callbackUrl: `${auth}/callback/email`,
    },
  });
  expect(await frontEnd.call((client) => client.getSession())).toEqual({
    result: null,
    requests: ["GET session"],
  });
  const token = await frontEnd.call((client) => client.getCsrfToken());
  expect(token.requests).toEqual(["GET csrf"]);
  expect(token.result).toMatch(/^[0-9a-f]{64}$/);
  // A signed-out update sends no request.
  const update = await frontEnd.call((client) => client.update({ name: "Ann" }));
  expect(update.requests).toEqual([]);
  expect(visitor.complaints).toEqual([]);
});

// row: client-2
test("signIn without a provider, or with one that there is not, opens the sign-in page", async () => {
  const visitor = await arrive();
  const frontEnd = await FrontEnd.open(visitor.page, product.base);
  await frontEnd.shows("unauthenticated");
  const expected = `callbackUrl=${encodeURIComponent(frontEnd.url)}`;
  const plain = await frontEnd.leave((client) => client.signIn(), at("/api/auth/signin"));
  expect(plain.url.search).toBe(`?${expected}`);
  expect(plain.requests).toEqual(["GET providers", "GET signin"]);
  await visitor.page.goBack();
  await frontEnd.shows("unauthenticated");
  const unknown = await frontEnd.leave((client) => client.signIn("nobody"), at("/api/auth/signin"));
  expect(unknown.url.search).toBe(`?${expected}`);
  await visitor.page.getByRole("button", { name: "Sign in with GitHub" }).waitFor();
  expect(visitor.complaints).toEqual([]);
});

// row: client-3
test("a page for members leads to the sign-in page and says why", async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await page.goto(`${product.base}/front-end?members`);
  await page.waitForURL(at("/api/auth/signin"));
  const { searchParams } = new URL(page.url());
  expect(searchParams.get("error")).toBe("SessionRequired");
  expect(searchParams.get("callbackUrl")).toBe(`${product.base}/front-end?members`);
  await page.getByText("Please sign in to access this page.").waitFor();
  expect(visitor.complaints).toEqual([]);
});

// row: client-4
test("signIn by mail, with and without leaving the page, update and signOut", async () => {
  const visitor = await arrive();
  const { page } = visitor;
  const frontEnd = await FrontEnd.open(page, product.base);
  await frontEnd.shows("unauthenticated");

  const stay = await frontEnd.call((client) =>
    client.signIn("email", { email: "stay@example.com", redirect: false }),
  );
  const steps = ["GET providers", "GET csrf", "POST signin/email", "GET session"];
  expect(stay.requests).toEqual(steps);
  const sent = `${auth}/verify-request?provider=email&type=email`;
  expect(stay.result).toEqual({ error: null, status: 200, ok: true, url: sent });
  const refused = await frontEnd.call((client) =>
    client.signIn("email", { email: "a@x.com,b@y.com", redirect: false }),
  );
  expect(refused.result).toEqual({ error: "EmailSignin", status: 200, ok: true, url: null });

  await signInByCode(frontEnd, "mail@example.com");
  const session = await frontEnd.call((client) => client.getSession());
  expect(session.result).toEqual({
    user: { name: null, email: "mail@example.com", image: null },
    expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });

  // The library sends another request when its tab becomes visible again.
  const refetched = page.waitForResponse(`${auth}/session`);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  expect((await refetched).status()).toBe(200);

  const update = await frontEnd.call((client) =>
    client.update({ isActive: false, credits: 1_000, role: "operator", user: { name: "Root" } }),
  );
  expect(update.requests).toEqual(["GET csrf", "POST session"]);
  expect(update.result).toEqual(session.result);

  const out = await frontEnd.leave(
    (client) => client.signOut({ callbackUrl: "/front-end?bye" }),
    (url) => url.search === "?bye",
  );
  expect(out.requests.slice(0, 2)).toEqual(["GET csrf", "POST signout"]);
  await frontEnd.shows("unauthenticated");
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  expect(visitor.complaints).toEqual([]);
});

// row: client-5
test("signIn by password without leaving the page, seen in every tab", async () => {
  const visitor = await arrive();
  const one = await FrontEnd.open(visitor.page, product.base);
  await signInByCode(one, "password@example.com");
  await setPassword(visitor.page);
  await visitor.page.goto(one.url);
  const two = await FrontEnd.open(await visitor.context.newPage(), product.base);
  await two.shows("authenticated", "password@example.com");

  const out = await two.call((client) => client.signOut({ redirect: false }));
  expect(out.requests).toEqual(["GET csrf", "POST signout", "GET session"]);
  expect(out.result).toEqual({ url: two.url });
  await two.shows("unauthenticated");
  await one.shows("unauthenticated");

  const steps = ["GET providers", "GET csrf", "POST callback/credentials"];
  const wrong = await one.call((client) =>
    client.signIn("credentials", {
      email: "password@example.com",
      password: "wrong password here",
      redirect: false,
    }),
  );
  const refusal = { error: "CredentialsSignin", status: 401, ok: false, url: null };
  expect(wrong).toEqual({ result: refusal, requests: steps });
  const right = await one.call((client) =>
    client.signIn("credentials", {
      email: "password@example.com",
      password: "gravel tulip anchovy",
      callbackUrl: "/front-end?in",
      redirect: false,
    }),
  );
  expect(right.requests).toEqual([...steps, "GET session"]);
  const in_ = { error: null, status: 200, ok: true, url: `${one.url}?in` };
  expect(right.result).toEqual(in_);
  await one.shows("authenticated", "password@example.com");
  // The client notifies other tabs when it reads the session, not before.
  await one.call((client) => client.getSession());
  await two.shows("authenticated", "password@example.com");

  // The correct password may also redirect by itself.
  await one.leave(
    (client) =>
      client.signIn("credentials", {
        email: "password@example.com",
        password: "gravel tulip anchovy",
        callbackUrl: "/front-end?members",
      }),
    (url) => url.search === "?members",
  );
  await one.shows("authenticated", "password@example.com");
  expect(visitor.complaints.filter((text) => !text.includes("status of 401"))).toEqual([]);
});

// row: client-6
test("signIn through a provider goes there with what the caller asks for", async () => {
  const visitor = await arrive();
  await visitor.context.route("https://github.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>GitHub</title>" }),
  );
  const frontEnd = await FrontEnd.open(visitor.page, product.base);
  await frontEnd.shows("unauthenticated");
  const away = await frontEnd.leave(
    (client) =>
      client.signIn("github", { redirect: false }, { prompt: "select_account", client_id: "evil" }),
    (url) => url.origin === "https://github.com",
  );
  expect(away.requests).toEqual(["GET providers", "GET csrf", "POST signin/github"]);
  expect(away.url.pathname).toBe("/login/oauth/authorize");
  expect(Object.fromEntries(away.url.searchParams)).toMatchObject({
    client_id: "tollgate",
    response_type: "code",
    scope: "read:user user:email",
    redirect_uri: `${auth}/callback/github`,
    prompt: "select_account",
    code_challenge_method: "S256",
  });
});

// row: client-7
test("a client that cannot reach the product reports it and leads to the error page", async () => {
  const visitor = await arrive();
  const { page } = visitor;
  const frontEnd = await FrontEnd.open(page, product.base);
  await frontEnd.shows("unauthenticated");
  await page.route(`${auth}/session`, (route) => route.abort());
  const reported = page.waitForResponse(`${auth}/_log`);
  const session = await frontEnd.call((client) => client.getSession());
  expect(session.result).toBeNull();
  expect((await reported).status()).toBe(200);
  await page.route(`${auth}/providers`, (route) => route.abort());
  await frontEnd.leave((client) => client.signIn("email"), at("/api/auth/error"));
  await page.getByRole("heading", { name: "Error" }).waitFor();
});
