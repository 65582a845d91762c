/** Dialogs and panels above an owner's pages, and the pages of a webhook, checked one by one in a real browser. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInToApp } from "./app-users";
import { checkScreen } from "./check-screen";
import { openSection, openWebsite, register } from "./owner";
import { type Product, startProduct } from "./product";
import { Receiver } from "./receiver";
import { titled } from "./steps";
import { launch } from "./visitor";

let product: Product;
let browser: Browser;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.open();
  product = await startProduct({ API_OUTBOUND_ALLOW: receiver.host });
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await receiver?.close();
});

test("dialogs for limits and features look right", async () => {
  const visitor = await signInToApp(browser, product, "lou@example.com");
  const { page } = visitor;
  const backEnd = await register(page, product);
  const ann = "ann@example.com";
  expect((await backEnd.grant("welcome", ann, 100)).status).toBe(200);
  expect((await backEnd.spend("job", ann, 5)).status).toBe(200);
  await openWebsite(page);
  await openSection(page, "Customers");
  await page.getByRole("link", { name: ann }).click();
  await page.getByRole("table", { name: "Ledger" }).waitFor();

  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Spending limit" }).click();
  await dialog.getByLabel("Limit").fill("20");
  await checkScreen(page, "owner-spending-limit");
  await page.keyboard.press("Enter");
  await page.getByText(`${ann} may spend 20 a month.`).waitFor();
  // Credits spent before the limit was set count.
  expect((await backEnd.spend("more", ann, 16)).status).toBe(403);
  expect((await backEnd.spend("less", ann, 15)).status).toBe(200);

  await page.getByRole("button", { name: "Overdraft limit" }).click();
  await dialog.getByRole("textbox").first().fill("50");
  await checkScreen(page, "owner-overdraft-limit");
  await page.keyboard.press("Escape");
  const confirmation = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await confirmation.waitFor();
  await checkScreen(page, "leave-without-saving");
  await confirmation.getByRole("button", { name: "Leave" }).click();
  await dialog.waitFor({ state: "hidden" });

  await openSection(page, "Features and prices");
  await page.getByRole("button", { name: "Add a feature" }).first().click();
  await dialog.getByLabel("Name").fill("Large image");
  await checkScreen(page, "owner-feature");
  expect(visitor.complaints).toEqual([]);
});

test("a webhook's pages and all that opens above them look right", async () => {
  const visitor = await signInToApp(browser, product, "wes@example.com");
  const { page } = visitor;
  await register(page, product);
  await openWebsite(page);
  await openSection(page, "Webhooks");
  await page.getByRole("button", { name: "Add an endpoint" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill(`http://${receiver.host}/hooks`);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  // An http address: the form warns, but the operator may allow this host.
  await dialog.getByText(/^Use https and a host/).waitFor();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await page.getByRole("button", { name: "I have saved it" }).click();
  const endpoints = page.getByRole("table", { name: "Webhook endpoints" });
  await endpoints.waitFor();
  await checkScreen(page, "owner-webhooks");
  await endpoints.getByRole("link").click();
  await titled(page, "Webhook endpoint");
  await page.getByRole("button", { name: "Send a test event" }).click();
  await receiver.take();
  const deliveries = page.getByRole("table", { name: "Deliveries" });
  await deliveries.getByText("Delivered").waitFor();
  await checkScreen(page, "owner-webhook");

  for (const [button, name] of [
    ["Edit…", "owner-webhook-change"],
    ["Send again…", "owner-webhook-resend"],
    ["Rotate secret…", "owner-webhook-rotate"],
  ] as const) {
    await page.getByRole("button", { name: button }).click();
    await dialog.waitFor();
    await checkScreen(page, name);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
  await deliveries.getByRole("link").click();
  await page.getByRole("dialog", { name: "Delivery" }).getByText("delivered").first().waitFor();
  await checkScreen(page, "owner-delivery");
  expect(visitor.complaints).toEqual([]);
});
