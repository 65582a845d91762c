/** The app's access tokens in a real browser are bound to a key that stays there, and useless to a thief. */
import type { Browser, Page, Response } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openPage, signInByMail, signInToApp } from "./app-users";
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

type Sent = { url: string; authorization: string; dpop: string };

/** Returns the headers of the page's call to one of the APIs, after the API has answered. */
async function sentTo(api: "/v1/" | "/account/v1/", page: Page, act: () => Promise<void>) {
  const isResponse = (response: Response) =>
    response.request().method() === "GET" && new URL(response.url()).pathname.startsWith(api);
  const [response] = await Promise.all([page.waitForResponse(isResponse), act()]);
  const request = response.request();
  const { authorization = "", dpop = "" } = await request.allHeaders();
  return { url: request.url(), authorization, dpop } satisfies Sent;
}

/** Returns the status of the same request from another client. */
async function elsewhere(url: string, headers: Record<string, string>): Promise<number> {
  return (await fetch(url, { headers })).status;
}

type Key = { id: string; isReadable: boolean };

/** Reads the key that the browser stores for the next page, if there is one. */
function readKey(page: Page): Promise<Key | null> {
  return page.evaluate(
    () =>
      new Promise<Key | null>((resolve, reject) => {
        const opening = indexedDB.open("oidc");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("dpop").objectStore("dpop").get("web");
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            const key = reading.result;
            resolve(key ? { id: key.id, isReadable: key.keys.privateKey.extractable } : null);
          };
        };
      }),
  );
}

test("a stolen token opens neither API without the key, nor with a replayed proof", async () => {
  const visitor = await signInToApp(browser, product, "eve@example.com");
  const { page } = visitor;
  const requests = [
    await sentTo("/v1/", page, async () => void (await page.reload())),
    await sentTo("/account/v1/", page, () => openPage(page, "Sessions")),
  ];
  await page.getByText("This one").waitFor();
  for (const { url, authorization, dpop } of requests) {
    const [scheme, token] = authorization.split(" ");
    expect([scheme, token?.split(".").length, dpop.split(".").length]).toEqual(["DPoP", 3, 3]);
    const copies = [
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${token}`, dpop },
      { authorization },
      { authorization, dpop },
    ];
    for (const copy of copies) expect(await elsewhere(url, copy), url).toBe(401);
  }
  expect(visitor.complaints).toEqual([]);
});

test("all tabs share one unreadable key until the user signs out", async () => {
  const visitor = await signInToApp(browser, product, "kay@example.com");
  const { page } = visitor;
  const first = await readKey(page);
  expect(first?.isReadable).toBe(false);
  const other = await visitor.context.newPage();
  await other.goto(`${product.base}/account`);
  await titled(other, "Profile");
  expect(await readKey(other)).toEqual(first);
  await other.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await page.getByText("You were signed out in another tab or on another device.").waitFor();
  // Both tabs delete the key as they sign out; the app creates another one, the landing page none.
  const isGone = async () => expect((await readKey(other))?.id).not.toBe(first?.id);
  await vi.waitFor(isGone, { timeout: 60_000 });
  expect(visitor.complaints).toEqual([]);
});

test("without stored keys each page has its own, and users can still sign in", async () => {
  const visitor = await Visitor.arrive(browser);
  const { page, context } = visitor;
  await context.addInitScript(() => {
    Object.defineProperty(window, "indexedDB", {
      get: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  await page.goto(product.base);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await signInByMail(page, product, "ida@example.com");
  await titled(page, "Overview");
  const sent = await sentTo("/v1/", page, async () => void (await page.reload()));
  expect(sent.authorization).toMatch(/^DPoP /);
  await titled(page, "Overview");
  expect(visitor.complaints).toEqual([]);
});
