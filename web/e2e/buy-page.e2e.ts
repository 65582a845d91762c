/** A refused spend leads a visitor to the website's branded buy page: the visitor sees the packs, signs in and buys one. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackEnd } from "./api";
import { signInByMail, signInToApp, unexpectedErrors } from "./app-users";
import { checkScreen } from "./check-screen";
import { openSection, openWebsite, register } from "./owner";
import { type Product, startProduct } from "./product";
import { sellStarter, testBackEnd } from "./selling";
import { titled } from "./steps";
import { launch, Visitor } from "./visitor";

let product: Product;
let browser: Browser;
let owner: Visitor;
let page: Page;
let backEnd: BackEnd;
let website: string;

beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
  owner = await signInToApp(browser, product, "olga@example.com");
  page = owner.page;
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test("an owner brands a website, and sells a pack in test mode", async () => {
  await register(page, product);
  await openWebsite(page);
  website = new URL(page.url()).pathname.split("/")[2] ?? "";
  await openSection(page, "Branding");
  await page.getByLabel("Button colour", { exact: true }).fill("#ffd23f");
  await page.getByLabel("Privacy").fill("https://paperplane.example/privacy");
  await page.keyboard.press("Enter");
  await page.getByText("The branding is saved.").waitFor();
  await openSection(page, "Overview");
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await sellStarter(page);
  backEnd = await testBackEnd(page, product);
});

test("a refused spend leads to the buy page, which a visitor sees with the brand", async () => {
  const refused = await backEnd.spend("first", "vera@example.com", 5);
  expect(refused.status).toBe(402);
  const buyPage = `${product.base}/buy/${website}?test=1`;
  expect(refused.json["topup_url"]).toBe(buyPage);

  const visitor = await Visitor.arrive(browser);
  const offers = visitor.page;
  await offers.goto(buyPage);
  await titled(offers, "Get credits");
  await offers.getByRole("link", { name: "Paperplane" }).waitFor();
  await offers.getByRole("link", { name: "Privacy" }).waitFor();
  await offers.getByText("€9.00").waitFor();
  const signIn = offers.getByRole("button", { name: "Sign in to buy Starter" });
  expect(
    await signIn.evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      return [backgroundColor, color];
    }),
  ).toEqual(["rgb(255, 210, 63)", "rgb(0, 0, 0)"]);
  await checkScreen(offers, "buy-page-signed-out");

  await signIn.click();
  await signInByMail(offers, product, "vera@example.com");
  await titled(offers, "Get credits");
  await offers.getByRole("button", { name: "Buy Starter" }).waitFor();
  await checkScreen(offers, "buy-page");
  await offers.getByRole("button", { name: "Buy Starter" }).click();
  await offers.waitForURL(/localhost:\d+\/pay\//);
  await offers.getByRole("radio", { name: /^Pays/ }).check();
  await offers.getByRole("button", { name: /^Pay/ }).click();
  await titled(offers, "Your purchase");
  await offers.getByText("550 credits are yours").waitFor();
  expect((await backEnd.spend("second", "vera@example.com", 5)).status).toBe(200);
  expect(unexpectedErrors(visitor, /402/)).toEqual([]);
});

test("a website that sells nothing in live mode says so", async () => {
  const visitor = await Visitor.arrive(browser);
  await visitor.page.goto(`${product.base}/buy/${website}`);
  await titled(visitor.page, "Nothing is sold here");
  await checkScreen(visitor.page, "buy-page-empty");
  expect(unexpectedErrors(visitor, /404/)).toEqual([]);
  expect(owner.complaints).toEqual([]);
});
