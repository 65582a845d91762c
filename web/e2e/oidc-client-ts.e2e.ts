/** The unmodified client library `oidc-client-ts` 3 in a real browser at another origin: sign-in, refresh, sign-out. */
import type { Browser, JSHandle, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "./front-end";
import { type Product, startProduct } from "./product";
import { register, signIn } from "./registration";
import type { Manager } from "./single-page/app";
import { TestWebsite } from "./test-website";
import { launch, Visitor } from "./visitor";

const email = "ann@example.com";

let product: Product;
let website: TestWebsite;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  const authority = `<meta name="authority" content="${product.base}">`;
  website = await TestWebsite.open(authority, await bundle("single-page/app.ts"));
  browser = await launch();
  await register(product, "single-page", {
    client_name: "Application",
    token_endpoint_auth_method: "none",
    redirect_uris: [`${website.address}/callback`],
    post_logout_redirect_uris: [`${website.address}/bye`],
    grant_types: ["authorization_code", "refresh_token"],
  });
});

afterAll(async () => {
  await browser?.close();
  await website?.close();
  await product?.stop();
});

/** The library's own object in the page. */
function manager(page: Page): Promise<JSHandle<Manager>> {
  return page.evaluateHandle("window.manager");
}

/** Calls a function that leaves the page. */
async function leave(page: Page, work: (manager: Manager) => Promise<void>): Promise<void> {
  // The page unloads while the call runs.
  await page.evaluate(work, await manager(page)).catch(() => undefined);
}

type StoredState = {
  access: string;
  refresh: string | undefined;
  sub: string;
  email: string | undefined;
};

test("signs in, refreshes and logs out", async () => {
  const visitor = await Visitor.arrive(browser);
  const { page } = visitor;
  await page.goto(website.address);
  await page.getByText("Welcome").waitFor();
  await leave(page, (manager) => manager.signinRedirect());
  await signIn(page, product, email);
  await page.locator("#consent-allow").click();
  await page.getByText(`Signed in as ${email}`).waitFor();

  const held = async (renewed: boolean): Promise<StoredState> =>
    page.evaluate(
      async ([manager, renewed]) => {
        const user = renewed ? await manager.signinSilent() : await manager.getUser();
        if (!user) throw new Error("nobody is signed in");
        const { access_token, refresh_token, profile } = user;
        return {
          access: access_token,
          refresh: refresh_token,
          sub: profile.sub,
          email: profile.email,
        };
      },
      [await manager(page), renewed] as const,
    );
  const first = await held(false);
  const second = await held(true);
  expect(second).toMatchObject({ sub: first.sub, email });
  expect(second.access).not.toBe(first.access);
  expect(second.refresh).not.toBe(first.refresh);

  await leave(page, (manager) => manager.signoutRedirect());
  await page.getByText("Signed out").waitFor();
  expect(await visitor.isSignedIn(product.base)).toBe(false);
  expect(visitor.complaints).toEqual([]);
});
