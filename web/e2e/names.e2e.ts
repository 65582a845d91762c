/** The names that a screen reader announces in the five main tasks, and the number of requests of the overview. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackEnd } from "./api";
import { signInToApp } from "./app-users";
import { codeOf } from "./mail-server";
import { openSection, openWebsite, register } from "./owner";
import { type Product, startProduct } from "./product";
import { titled } from "./steps";
import { launch, Visitor } from "./visitor";

const maxRequests = 25;

let product: Product;
let browser: Browser;
/** An owner at the overview of a website, whose address is `home`. */
let owner: Visitor;
let backEnd: BackEnd;
let home: string;

beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
  owner = await signInToApp(browser, product, "ona@example.com");
  backEnd = await register(owner.page, product);
  await openWebsite(owner.page);
  home = owner.page.url();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Returns the accessibility tree of a part of the page without values that differ between runs. */
async function tree(part: Locator): Promise<string> {
  const snapshot = await part.ariaSnapshot();
  return snapshot
    .replaceAll(product.base, "BASE")
    .replaceAll(new URL(product.base).host, "HOST")
    .replace(/(?:web|cus|key|whe|client)_[0-9a-f]{32}/g, "ID")
    .replace(/"\d{6}"/g, '"CODE"');
}

const dialogIn = (page: Page) => page.getByRole("dialog");
test("signing in by email", async () => {
  const { page } = await Visitor.arrive(browser);
  await page.goto(`${product.base}/api/auth/signin`);
  expect(await tree(page.getByRole("main"))).toMatchInlineSnapshot(`
    "- main:
      - heading "Sign in to HOST" [level=1]
      - paragraph: New here? The same steps create your account.
      - text: Email
      - textbox "Email":
        - /placeholder: email@example.com
      - button "Sign in with Email"
      - paragraph: or
      - button "Sign in with a passkey"
      - link "Deutsch":
        - /url: "?ui_locales=de""
  `);
  await page.getByLabel("Email").fill("ann@example.com");
  await page.getByRole("button", { name: "Sign in with Email" }).click();
  await page
    .locator("#input-code")
    .fill(codeOf(await product.mailServer.emailTo("ann@example.com")));
  expect(await tree(page.locator("form").first())).toMatchInlineSnapshot(`
    "- text: Or type the code from the email
    - textbox "Or type the code from the email": "CODE"
    - button "Sign in""
  `);
  await page.keyboard.press("Enter");
  await titled(page, "Overview");
});

test("registering a website", async () => {
  const { page } = owner;
  await page.goto(`${product.base}/sites/new`);
  await titled(page, "Register a website");
  expect(await tree(page.getByRole("main"))).toMatchInlineSnapshot(`
    "- main:
      - heading "Register a website" [level=1]
      - paragraph: Get sign-in, an API key and code to paste.
      - text: Name
      - textbox "Name"
      - paragraph: Your visitors see it when they sign in.
      - text: Address
      - textbox "Address":
        - /placeholder: https://shop.example
      - text: Redirect addresses
      - textbox "Redirect addresses"
      - paragraph: Where sign-in may send people back to, one per line. Must match exactly.
      - group "Decimal places of credits":
        - text: Decimal places of credits
        - radio "0" [checked]
        - text: "0"
        - radio "1"
        - text: "1"
        - radio "2"
        - text: "2"
        - radio "3"
        - text: "3"
        - radio "4"
        - text: "4"
        - radio "5"
        - text: "5"
        - radio "6"
        - text: "6"
        - paragraph: An amount of 1250 is shown as 1,250. This cannot be changed later.
      - button "Register"
      - link "Cancel":
        - /url: /sites"
  `);
});

test("granting credits to a customer", async () => {
  const { page } = owner;
  await backEnd.grant("first", "ann@example.com", 10);
  await page.goto(home);
  await openSection(page, "Customers");
  await page.getByRole("table", { name: "Customers" }).getByRole("link").first().click();
  await titled(page, "ann@example.com");
  await page.getByRole("button", { name: "Grant credits" }).click();
  expect(await tree(dialogIn(page))).toMatchInlineSnapshot(`
    "- dialog "Grant credits":
      - heading "Grant credits" [level=2]
      - paragraph: To ann@example.com.
      - button "Close"
      - text: Credits
      - textbox "Credits"
      - paragraph: Available
      - status: "10"
      - text: Reason
      - textbox "Reason"
      - paragraph: The customer sees this next to the credits.
      - group "Source":
        - text: Source
        - radio "Promotional" [checked]
        - text: Promotional
        - radio "Purchased"
        - text: Purchased
        - radio "Adjustment"
        - text: Adjustment
      - text: Expires (optional)
      - textbox "Expires (optional)"
      - paragraph: At the end of the day, UTC. Leave empty for no expiry.
      - button "Cancel"
      - button "Grant credits""
  `);
  await page.keyboard.press("Escape");
});

test("creating an API key", async () => {
  const { page } = owner;
  await page.goto(home);
  await openSection(page, "API keys");
  await page.getByRole("button", { name: "Create a key" }).first().click();
  expect(await tree(dialogIn(page))).toMatchInlineSnapshot(`
    "- dialog "Create a key":
      - heading "Create a key" [level=2]
      - paragraph: It moves real credits.
      - button "Close"
      - text: Name
      - textbox "Name"
      - paragraph: "Where it will be used: “Production”, “Nightly job”."
      - group "Permissions":
        - text: Permissions
        - checkbox "Spend, hold and refund credits" [checked]
        - text: Spend, hold and refund credits
        - paragraph:
          - code: credits.spend
        - checkbox "Grant credits, set overdraft and spending limits"
        - text: Grant credits, set overdraft and spending limits
        - paragraph:
          - code: credits.grant
        - checkbox "Read customers, balances and ledgers" [checked]
        - text: Read customers, balances and ledgers
        - paragraph:
          - code: customers.read
        - checkbox "Change customers"
        - text: Change customers
        - paragraph:
          - code: customers.write
        - checkbox "Read features and prices"
        - text: Read features and prices
        - paragraph:
          - code: features.read
        - checkbox "Change features and prices"
        - text: Change features and prices
        - paragraph:
          - code: features.write
        - checkbox "Read packs, checkouts and payments" [checked]
        - text: Read packs, checkouts and payments
        - paragraph:
          - code: billing.read
        - checkbox "Start checkouts for customers" [checked]
        - text: Start checkouts for customers
        - paragraph:
          - code: billing.sell
        - checkbox "Refund payments"
        - text: Refund payments
        - paragraph:
          - code: billing.refund
        - checkbox "Change what is sold"
        - text: Change what is sold
        - paragraph:
          - code: billing.catalog
        - checkbox "Manage webhooks and alerts"
        - text: Manage webhooks and alerts
        - paragraph:
          - code: webhooks
        - checkbox "Manage API keys"
        - text: Manage API keys
        - paragraph:
          - code: keys
      - text: Limit per operation
      - textbox "Limit per operation":
        - /placeholder: No limit
      - text: Limit per day (UTC)
      - textbox "Limit per day (UTC)":
        - /placeholder: No limit
      - button "Cancel"
      - button "Create key""
  `);
  await page.keyboard.press("Escape");
});

test("adding a webhook endpoint", async () => {
  const { page } = owner;
  await page.goto(home);
  await openSection(page, "Webhooks");
  await page.getByRole("button", { name: /^Add/ }).first().click();
  expect(await tree(dialogIn(page))).toMatchInlineSnapshot(`
    "- dialog "Add an endpoint":
      - heading "Add an endpoint" [level=2]
      - button "Close"
      - text: Address
      - textbox "Address":
        - /placeholder: https://shop.example/hooks/tollgate
      - paragraph: Must use https and be reachable from the internet. Use a tunnel to receive events on your own computer.
      - group "Events":
        - text: Events
        - checkbox "Credits granted" [checked]
        - text: Credits granted
        - paragraph:
          - code: credits.granted
        - checkbox "Balance is low" [checked]
        - text: Balance is low
        - paragraph:
          - code: credits.low
        - checkbox "No credits left" [checked]
        - text: No credits left
        - paragraph:
          - code: credits.depleted
        - checkbox "Credits expiring soon" [checked]
        - text: Credits expiring soon
        - paragraph:
          - code: credits.expiring
        - checkbox "Credits expired" [checked]
        - text: Credits expired
        - paragraph:
          - code: credits.expired
        - checkbox "Credits refunded" [checked]
        - text: Credits refunded
        - paragraph:
          - code: credits.restored
        - checkbox "Credits taken back" [checked]
        - text: Credits taken back
        - paragraph:
          - code: credits.clawed_back
        - checkbox "Hold expired" [checked]
        - text: Hold expired
        - paragraph:
          - code: hold.expired
        - checkbox "Checkout completed" [checked]
        - text: Checkout completed
        - paragraph:
          - code: checkout.completed
        - checkbox "Checkout expired" [checked]
        - text: Checkout expired
        - paragraph:
          - code: checkout.expired
        - checkbox "Payment succeeded" [checked]
        - text: Payment succeeded
        - paragraph:
          - code: payment.succeeded
        - checkbox "Payment failed" [checked]
        - text: Payment failed
        - paragraph:
          - code: payment.failed
        - checkbox "Payment needs a review" [checked]
        - text: Payment needs a review
        - paragraph:
          - code: payment.review
        - checkbox "Payment refunded" [checked]
        - text: Payment refunded
        - paragraph:
          - code: payment.refunded
        - checkbox "Customer subscribed" [checked]
        - text: Customer subscribed
        - paragraph:
          - code: customer.subscribed
        - checkbox "Customer is no longer subscribed" [checked]
        - text: Customer is no longer subscribed
        - paragraph:
          - code: customer.unsubscribed
        - checkbox "Subscription changed" [checked]
        - text: Subscription changed
        - paragraph:
          - code: subscription.updated
        - checkbox "Subscription renewed" [checked]
        - text: Subscription renewed
        - paragraph:
          - code: subscription.renewed
        - checkbox "Renewal was not paid" [checked]
        - text: Renewal was not paid
        - paragraph:
          - code: subscription.payment_failed
        - checkbox "Trial ends soon" [checked]
        - text: Trial ends soon
        - paragraph:
          - code: subscription.trial_ending
        - checkbox "Top-up paid" [checked]
        - text: Top-up paid
        - paragraph:
          - code: topup.succeeded
        - checkbox "Top-up failed" [checked]
        - text: Top-up failed
        - paragraph:
          - code: topup.failed
        - checkbox "Top-up needs confirmation" [checked]
        - text: Top-up needs confirmation
        - paragraph:
          - code: topup.action_required
        - checkbox "Dispute opened" [checked]
        - text: Dispute opened
        - paragraph:
          - code: dispute.opened
        - checkbox "Dispute won" [checked]
        - text: Dispute won
        - paragraph:
          - code: dispute.won
        - checkbox "Dispute lost" [checked]
        - text: Dispute lost
        - paragraph:
          - code: dispute.lost
        - checkbox "Bank warns of fraud" [checked]
        - text: Bank warns of fraud
        - paragraph:
          - code: fraud_warning
        - checkbox "Every spend"
        - text: Every spend
        - paragraph:
          - code: credits.spent
      - group "Signature":
        - text: Signature
        - radio "Shared secret (v1)" [checked]
        - text: Shared secret (v1)
        - radio "Key pair (v1a)"
        - text: Key pair (v1a)
        - paragraph: "With a key pair, the receiver needs no secret: it checks with our public key."
      - button "Cancel"
      - button "Add endpoint""
  `);
  await page.keyboard.press("Escape");
});

test("an overview that is opened cold asks for little", async () => {
  const page = await owner.context.newPage();
  const session = await owner.context.newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(home, { waitUntil: "networkidle" });
  await titled(page, "Overview");
  // The command bar loads once the browser has nothing else to do, which a slow machine may reach before the network is idle.
  const bar = requests.findIndex((path) => path.startsWith("/assets/command-bar"));
  const asked = bar === -1 ? requests : requests.slice(0, bar);
  expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(maxRequests);
  await page.close();
});
