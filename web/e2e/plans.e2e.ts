/** An owner sells a plan in test mode: sees the buyer's card, adds a version, and has rules for subscriptions. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInToApp, unexpectedErrors } from "./app-users";
import { checkScreen } from "./check-screen";
import { openSection, openWebsite, register } from "./owner";
import { type Product, startProduct } from "./product";
import { focused, press, titled } from "./steps";
import { launch, type Visitor } from "./visitor";

let product: Product;
let browser: Browser;
let owner: Visitor;
let page: Page;

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

test("an owner adds a plan beside the buyer's card, which is on sale within seconds", async () => {
  await register(page, product);
  await openWebsite(page);
  await page.getByRole("link", { name: "Test", exact: true }).click();
  // The server connects the test mode of a new website a second after its registration.
  await openSection(page, "Billing settings");
  await page.getByText("acct_pretend").first().waitFor();
  await openSection(page, "Packs and plans");
  await page.getByText("Nothing to sell yet").waitFor();
  await checkScreen(page, "plans-empty");
  await page.getByRole("button", { name: "Add a plan" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a plan" });
  await dialog.getByRole("button", { name: "Add plan" }).click();
  await dialog.getByText("Enter a name.").waitFor();
  await focused(page, dialog.getByLabel("Name"));
  await dialog.getByLabel("Name").fill("Pro");
  expect(await dialog.getByLabel("Code").inputValue()).toBe("pro");
  await dialog.getByLabel("Credits", { exact: true }).fill("1000");
  await dialog.getByLabel("Price in EUR").fill("9");
  await dialog.getByText("Stay, up to a limit").click();
  await dialog.getByLabel("Credits that stay, at most").fill("500");
  await dialog.getByLabel("Begin with a free trial").check();
  await dialog.getByLabel("Credits of the trial (optional)").fill("50");
  const card = dialog.getByRole("article");
  await card.getByText("€9.00").waitFor();
  await card.getByText("1,000 credits per month").waitFor();
  await card.getByText("14 days free with 50 credits").waitFor();
  await checkScreen(page, "plan-dialog");
  await dialog.getByRole("button", { name: "Add plan" }).click();
  const row = page.getByRole("article", { name: "Pro" });
  await row.getByText("On sale", { exact: true }).waitFor();
  await row.getByText("Version 1").waitFor();
  await checkScreen(page, "plans");
});

test("a new version is sold, and the old one stays in the list of versions", async () => {
  await press(page, page.getByRole("button", { name: "New version of Pro" }));
  const dialog = page.getByRole("dialog", { name: "New version of Pro" });
  await dialog.getByText(/^Subscribers keep the version/).waitFor();
  await dialog.getByLabel("Price in EUR").fill("12");
  await dialog.getByRole("button", { name: "Add version" }).click();
  const row = page.getByRole("article", { name: "Pro" });
  await row.getByText("Version 2").waitFor();
  await row.getByText("€12.00").waitFor();
  await row.getByText("On sale", { exact: true }).waitFor();
  await row.getByRole("button", { name: "Versions of Pro" }).click();
  const versions = page.getByRole("dialog", { name: "Versions of Pro" });
  await versions.getByRole("region", { name: "Version 2" }).getByText("Sold now").waitFor();
  const old = versions.getByRole("region", { name: "Version 1" });
  await old.getByText("€9.00").waitFor();
  await old.getByText("Not sold").waitFor();
  await checkScreen(page, "plan-versions");
  await old.getByRole("button", { name: "Map a price of Stripe to version 1" }).click();
  const mapping = page.getByRole("dialog", { name: "Map a price of Stripe", exact: true });
  await mapping.getByLabel("Id of the price").fill("price_unknown");
  await mapping.getByRole("button", { name: "Map price" }).click();
  await mapping.getByText(/^Stripe has no such price/).waitFor();
  await checkScreen(page, "map-price-dialog");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await mapping.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await versions.waitFor({ state: "detached" });
  expect(unexpectedErrors(owner, /40[04]/)).toEqual([]);
});

test("the page of subscriptions is empty, and the rules of subscriptions are saved", async () => {
  await openSection(page, "Subscriptions");
  await page.getByText("No subscriptions yet").waitFor();
  await checkScreen(page, "subscriptions-empty");
  await openSection(page, "Billing settings");
  const rules = page.getByRole("region", { name: "Rules of subscriptions" });
  await rules.getByLabel("Days of grace after an unpaid renewal").fill("3");
  await rules.getByRole("button", { name: "Save rules" }).click();
  await page.getByText("The rules of subscriptions are saved.").waitFor();
  await page.reload();
  await titled(page, "Billing settings");
  const days = page.getByLabel("Days of grace after an unpaid renewal");
  await expect.poll(() => days.inputValue()).toBe("3");
  await checkScreen(page, "billing-settings-rules");
});
