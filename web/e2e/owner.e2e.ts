/** A website's owner uses the app in a real browser: customers, keys, webhooks, prices, settings. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInToApp } from "./app-users";
import { checkScreen } from "./check-screen";
import { openSection, openWebsite, register } from "./owner";
import { type Product, startProduct } from "./product";
import { focused, titled } from "./steps";
import { launch } from "./visitor";

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

test("an owner finds a customer, grants, sees it explained and takes it back", async () => {
  const visitor = await signInToApp(browser, product, "olga@example.com");
  const { page } = visitor;
  const website = await register(page, product);
  const ann = "ann@example.com";
  expect((await website.grant("welcome", ann, 100)).status).toBe(200);
  expect((await website.spend("job", ann, 5)).status).toBe(200);

  await openWebsite(page);
  await openSection(page, "Customers");
  const field = page.getByLabel("Find customers by email, name or id");
  await field.fill("nobody@example.com");
  await page.getByText("No customers found for “nobody@example.com”").waitFor();
  await field.fill("ann@");
  await page.getByRole("table", { name: "Customers" }).getByRole("link").waitFor();
  await checkScreen(page, "owner-customers");

  await page.getByRole("link", { name: ann }).click();
  await page.getByRole("table", { name: "Ledger" }).waitFor();
  await checkScreen(page, "owner-customer");
  await page.getByRole("button", { name: "Grant credits" }).click();
  const grant = page.getByRole("dialog", { name: "Grant credits" });
  await grant.getByLabel("Credits").fill("25");
  await grant.getByText("120", { exact: true }).waitFor();
  await checkScreen(page, "owner-grant");
  await grant.getByLabel("Reason").fill("For the wait");
  await page.keyboard.press("Enter");
  await page.getByText("25 granted to ann@example.com.").waitFor();
  // The dialog restores the focus to the button that opened it.
  await focused(page, page.getByRole("button", { name: "Grant credits" }));

  await page.getByRole("table", { name: "Ledger" }).getByRole("link").first().click();
  const explained = page.getByRole("dialog", { name: "What happened" });
  await explained.getByText("olga", { exact: true }).waitFor();
  await checkScreen(page, "owner-explain");
  await explained.getByRole("button", { name: "Revoke grant…" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "Revoke the grant of 25?" });
  await confirmation.getByLabel("Reason").fill("A mistake");
  await checkScreen(page, "owner-take-back");
  await confirmation.getByRole("button", { name: "Revoke grant" }).click();
  await confirmation.waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await page
    .getByRole("region", { name: "Balance" })
    .getByText("95", { exact: true })
    .first()
    .waitFor();

  // The website's other mode shows nothing of this one.
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await page.getByText("No customers yet").waitFor();
  expect(visitor.complaints).toEqual([]);
});

test("an owner makes a key for test, changes it over, and ends it", async () => {
  const visitor = await signInToApp(browser, product, "kurt@example.com");
  const { page } = visitor;
  await register(page, product);
  await openWebsite(page);
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await openSection(page, "API keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Nightly");
  await checkScreen(page, "owner-new-key");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText(/^tg_test_[\w-]{43}$/).waitFor();
  await page.keyboard.press("Escape");
  await checkScreen(page, "owner-key-once");
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("link", { name: /^Nightly/ }).click();
  await checkScreen(page, "owner-key");
  await page.getByRole("dialog", { name: "Nightly" }).getByText("1 hour").click();
  await page.getByRole("button", { name: "Rotate key" }).click();
  await page.getByRole("button", { name: "I have saved it" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Reports");
  const end = page.getByRole("button", { name: "Revoke key…" });
  await end.click();
  const confirmation = page.getByRole("alertdialog", { name: "Revoke Nightly?" });
  await checkScreen(page, "owner-revoke-key");
  // After cancelling, the focus is on the button and the typed text is still there.
  await page.keyboard.press("Escape");
  await confirmation.waitFor({ state: "detached" });
  await expect.poll(() => end.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await name.inputValue()).toBe("Reports");
  await page.keyboard.press("Enter");
  await confirmation.getByRole("button", { name: "Revoke key", exact: true }).click();
  await page.getByText("Nightly is revoked.").waitFor();
  await page.getByRole("table", { name: "API keys" }).getByText("Revoked").waitFor();
  expect(visitor.complaints).toEqual([]);
});

test("the rest of an owner's pages look right", async () => {
  const visitor = await signInToApp(browser, product, "rosa@example.com");
  const { page } = visitor;
  const backEnd = await register(page, product, { decimals: "2" });
  await openWebsite(page);
  await openSection(page, "Customers");
  await page.getByText("No customers yet").waitFor();
  await checkScreen(page, "owner-customers-empty");
  await openSection(page, "Features and prices");
  await page.getByRole("button", { name: "Add a feature" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Large image");
  await page.getByRole("dialog").getByLabel("Code").fill("image.large");
  await page.keyboard.press("Enter");
  await titled(page, "Large image");
  await page.getByRole("button", { name: "Add a price" }).click();
  await page.getByRole("dialog").getByLabel("Credits").fill("5");
  await page.getByText("5.00 credits per unit").waitFor();
  await checkScreen(page, "owner-price");
  await page.keyboard.press("Enter");
  await page.getByText("Version 1 of the price is added.").waitFor();
  await page.getByRole("table", { name: "Prices" }).getByText("Current").waitFor();

  await openSection(page, "Webhooks");
  await page.getByText("No webhook endpoints yet").waitFor();
  await page.getByRole("button", { name: "Add an endpoint" }).first().click();
  await page.getByRole("dialog").getByLabel("Address").fill("http://localhost/hook");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await page
    .getByText(/Use https/)
    .first()
    .waitFor();
  await checkScreen(page, "owner-endpoint-refused");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave" }).click();

  await openSection(page, "Settings");
  await page.getByLabel("Threshold").fill("50");
  await page.getByRole("button", { name: "Save alert" }).click();
  await page.getByText("The alert is saved.").waitFor();
  await page.getByLabel("Grant credits to new customers").check();
  await page.getByLabel("Credits", { exact: true }).fill("2.5");
  await page.getByRole("button", { name: "Save grant" }).click();
  await page.getByText("The sign-up grant is saved.").waitFor();
  await page.getByLabel("Days that refunded credits stay valid").fill("90");
  await page.getByRole("button", { name: "Save policy" }).click();
  await page.getByText("The credit policy is saved.").waitFor();
  await checkScreen(page, "owner-settings");
  // The ledger grants exactly the typed amounts: 2.50 for the sign-up and 10.00 for the grant.
  expect((await backEnd.grant("first", "ann@example.com", 1000)).json["balance"]).toMatchObject({
    posted: 1250,
    scale: 2,
  });
  await openSection(page, "Customers");
  // Cached data stays visible for a while; a reload shows the current data.
  await page.reload();
  await page.getByRole("table").getByText("12.50").waitFor();
  await openSection(page, "Settings");
  await page.getByRole("button", { name: "Suspend…" }).click();
  await page.getByRole("button", { name: "Suspend website" }).click();
  await page.getByText("The website is suspended.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByText("The website is active again.").waitFor();
  // The server deliberately answered 400 to the refused address.
  expect(visitor.complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
});
