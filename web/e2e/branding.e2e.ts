/** An owner brands a website's sign-in page and previews it; then a visitor sees it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInToApp } from "./app-users";
import { checkScreen } from "./check-screen";
import { openSection, openWebsite, readText, register } from "./owner";
import { type Product, startProduct } from "./product";
import { titled } from "./steps";
import { launch, Visitor } from "./visitor";

const callback = "https://paperplane.example/callback";

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

test("a website's colour, logo and links appear in the preview, and then for a visitor", async () => {
  const owner = await signInToApp(browser, product, "olga@example.com");
  const { page } = owner;
  await register(page, product, { redirect: callback });
  const clientId = await readText(page, /^client_\w+$/);
  await openWebsite(page);
  await openSection(page, "Branding");
  const button = page.getByTestId("preview-button");
  await checkScreen(page, "branding-plain");

  await page.getByLabel("Button colour", { exact: true }).fill("#ffd23f");
  await page.getByText(/Black text reads very well on it/).waitFor();
  await expect.poll(() => colorsOf(button)).toEqual(["rgb(255, 210, 63)", "rgb(0, 0, 0)"]);
  await page.getByLabel("Choose a picture…").setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: await largePicture(page),
  });
  await page.getByRole("img", { name: "The logo" }).waitFor();
  await page.getByLabel("Privacy").fill("paperplane.example/privacy");
  await page.getByLabel("Home page").fill("https://paperplane.example");
  const preview = page.getByRole("figure");
  await preview.getByText("Home page").waitFor();
  await preview.getByText("Privacy").waitFor();
  await checkScreen(page, "branding-changed");
  // The navigation asks before unsaved text is lost.
  await page
    .getByRole("navigation", { name: "Website" })
    .getByText("Settings", { exact: true })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();

  // Typed and saved by keyboard.
  await page.getByLabel("Terms").focus();
  await page.keyboard.type("https://paperplane.example/terms");
  await page.keyboard.press("Enter");
  await page.getByText("The branding is saved.").waitFor();
  await page.reload();
  await page.getByLabel("Button colour", { exact: true }).waitFor();
  expect(await page.getByLabel("Privacy").inputValue()).toBe("https://paperplane.example/privacy");

  const visitor = await Visitor.arrive(browser);
  await visitor.page.goto(requestOf(clientId));
  await titled(visitor.page, /^Sign in to/);
  const submit = visitor.page.locator("#email-form #submitButton");
  expect(await colorsOf(submit)).toEqual(["rgb(255, 210, 63)", "rgb(0, 0, 0)"]);
  const logo = visitor.page.locator("#brand-logo");
  expect(await logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(176);
  for (const [id, address] of [
    ["client-home", "https://paperplane.example/"],
    ["client-policy", "https://paperplane.example/privacy"],
    ["client-terms", "https://paperplane.example/terms"],
  ]) {
    expect(await visitor.page.locator(`#${id}`).getAttribute("href")).toBe(address);
  }
  await checkScreen(visitor.page, "branding-sign-in");
  expect([...owner.complaints, ...visitor.complaints]).toEqual([]);
});

/** A white plane on yellow, far larger than the limit for logos. */
async function largePicture(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1200, 1200);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("the browser draws nothing");
    context.fillStyle = "#ffd23f";
    context.fillRect(0, 0, 1200, 1200);
    context.fillStyle = "#16181c";
    for (const [x, y] of [
      [950, 250],
      [250, 600],
      [500, 700],
      [560, 950],
    ] as const) {
      context.lineTo(x, y);
    }
    context.fill();
    const blob = await canvas.convertToBlob({ type: "image/png" });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  return Buffer.from(bytes);
}

/** A button's background and text colour. */
async function colorsOf(button: ReturnType<Page["locator"]>): Promise<string[]> {
  return button.evaluate((element) => {
    const style = getComputedStyle(element);
    return [style.backgroundColor, style.color];
  });
}

function requestOf(clientId: string): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: "code",
    scope: "openid",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  return `${product.base}/oauth/authorize?${query}`;
}
