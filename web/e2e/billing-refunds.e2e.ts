/** An owner refunds a part of a payment, and follows a dispute about another one, in test mode. */
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInToApp, unexpectedErrors } from "./app-users";
import { checkScreen } from "./check-screen";
import { openSection, openWebsite, register } from "./owner";
import { type Product, startProduct } from "./product";
import { buyStarter, control, sellStarter, testBackEnd } from "./selling";
import { focused, press, titled, type } from "./steps";
import { launch, type Visitor } from "./visitor";

let product: Product;
let browser: Browser;
let owner: Visitor;
let page: Page;
let overview: string;
let stripe: string;

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

/** Downloads the journal, and returns the text of the file. */
async function saved(extension: string): Promise<string> {
  const download = page.waitForEvent("download");
  await press(page, page.getByRole("button", { name: "Download journal" }));
  const file = await download;
  const period = String.raw`\d{4}-\d\d-01-\d{4}-\d\d-\d\d`;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^journal-${period}\\.${extension}$`));
  return readFile(await file.path(), "utf8");
}

/** Opens the website's overview in test mode. */
async function openTestOverview(): Promise<void> {
  await page.goto(overview);
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await titled(page, "Overview");
}

test("an owner refunds the unused part of a payment by keyboard, and sees the credits that go", async () => {
  await register(page, product);
  await openWebsite(page);
  overview = page.url();
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await sellStarter(page);
  stripe = await buyStarter(page);
  await openTestOverview();
  const backEnd = await testBackEnd(page, product);
  expect((await backEnd.spend("job-1", "olga@example.com", 220)).status).toBe(200);
  await openSection(page, "Payments");
  await page.getByRole("link", { name: /€9\.00/ }).click();
  await titled(page, "€9.00");
  await press(page, page.getByRole("button", { name: "Refund…" }));
  const dialog = page.getByRole("dialog", { name: "Refund payment" });
  const unused = dialog.getByRole("radio", { name: /^Unused credits/ });
  await focused(page, unused);
  await dialog.getByText("€5.40").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await dialog.getByText("used, owed by the customer").waitFor();
  await checkScreen(page, "refund-dialog");
  await page.keyboard.press("ArrowDown");
  await type(page, dialog.getByLabel("Amount in EUR"), "2");
  await dialog.getByRole("button", { name: "Refund €2.00" }).waitFor();
  await dialog.getByRole("radio", { name: /^Unused credits/ }).check();
  await dialog.getByLabel("Reason").selectOption("Requested by the customer");
  await press(page, dialog.getByRole("button", { name: "Refund €5.40" }));
  await page.getByText("€5.40 goes back to the buyer.").waitFor();
  await page.getByRole("heading", { name: "Refunds" }).waitFor();
  await page.getByText("Partly refunded").waitFor();
  await checkScreen(page, "payment-refunded");
});

test("a dispute asks for an answer on the overview, in the list and at the payment", async () => {
  await openSection(page, "Packs and plans");
  await buyStarter(page);
  await openTestOverview();
  await openSection(page, "Payments");
  await page.getByRole("row", { name: /Paid/ }).getByRole("link").first().click();
  await titled(page, "€9.00");
  const intent = (await page.getByText(/^pi_/).first().textContent()) ?? "";
  const { latest_charge: charge } = await control(stripe, "get_object", { id: intent });
  const dispute = await control(stripe, "open_dispute", { charge });
  await expect
    .poll(
      async () => {
        await openTestOverview();
        // The notice loads after the figures.
        const notice = page.getByText("A dispute needs your answer.");
        return notice.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(true);
  await checkScreen(page, "overview-dispute");
  await openSection(page, "Disputes");
  await page.getByText("Needs an answer").waitFor();
  await page.getByText("€9.00").waitFor();
  await checkScreen(page, "disputes");
  await page.getByLabel("State").selectOption("Lost");
  await page.getByText("No disputes in this state").waitFor();
  await page.getByLabel("State").selectOption("Any state");
  await page.getByRole("link", { name: "€9.00" }).click();
  await titled(page, "€9.00");
  await page.getByText(/550 credits are frozen/).waitFor();
  await checkScreen(page, "payment-disputed");
  await page.getByRole("link", { name: /^cus_/ }).click();
  await page.getByRole("link", { name: "Holds" }).click();
  await page.getByRole("row", { name: /^Refund or dispute .* Frozen 550/ }).waitFor();
  await checkScreen(page, "holds-frozen");
  await control(stripe, "step_dispute", { dispute: dispute["id"], step: "lose" });
  await expect
    .poll(
      async () => {
        await openTestOverview();
        await openSection(page, "Disputes");
        await page.getByRole("table", { name: "Disputes" }).waitFor();
        return page.getByRole("cell", { name: "Lost" }).isVisible();
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(true);
  await page.getByRole("link", { name: "€9.00" }).click();
  await page.getByText(/The buyer has the money/).waitFor();
  await checkScreen(page, "payment-lost");
});

test("an owner sees the revenue by month, and downloads the journal in both formats", async () => {
  await openSection(page, "Revenue");
  const table = page.getByRole("table", { name: "EUR" });
  // Two payments of €9.00; €5.40 was refunded and €9.00 was lost.
  await table.getByRole("row", { name: /^Total 18\.00 .* 5\.40 9\.00 / }).waitFor();
  await page.getByRole("table", { name: "Owed as credits now" }).waitFor();
  await checkScreen(page, "revenue");
  expect(await saved("csv")).toMatch(
    /^\ufeffdate,booked_at,key,.*\r\n(?:.+,eur,-?\d+,.+\r\n){6,}$/,
  );
  await page.getByLabel("Format").selectOption("JSON lines");
  const lines = (await saved("jsonl")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).currency)).toContain("eur");
  expect(unexpectedErrors(owner, /40[29]/)).toEqual([]);
});
