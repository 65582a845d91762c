/** Each snippet is pasted into a fresh project and run: a visitor signs in, credits are spent, sign-out returns. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../product";
import { launch, Visitor } from "../visitor";
import { install } from "./install";
import { Owner, part } from "./owner";
import { freePort, Project } from "./project";
import { creditsByCurl, showsName, signInAt } from "./visit";

let product: Product;
let browser: Browser;
let owner: Owner;

beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
  owner = await Owner.arrive(browser, product);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Reports a framework's duration, and the part of the package installation. */
function report(tab: string, began: number, installed: number): void {
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  const now = performance.now();
  process.stdout.write(
    `${tab}: ${seconds(began, now)} s, of which ${seconds(began, installed)} s to register and install\n`,
  );
}

/** Signs out with the website's button, through Tollgate and back to the website. */
async function signOutAt(visitor: Visitor, url: string): Promise<void> {
  await visitor.page.getByRole("button", { name: "Sign out" }).click();
  await visitor.page.getByText("Sign in", { exact: true }).waitFor();
  expect(visitor.page.url()).toBe(url);
  expect(await visitor.isSignedIn(product.base)).toBe(false);
}

test.each([
  ["Next.js", "next"],
  ["Express", "express"],
  ["Flask", "python"],
  ["Django", "python"],
  ["Go", "go"],
  ["Spring Boot", ""],
])("%s signs a visitor in, spends and signs out", async (tab, locks) => {
  const began = performance.now();
  const port = await freePort();
  const url = `http://localhost:${port}/`;
  await owner.register(`${tab} shop`, `http://localhost:${port}`);
  const [settings, snippet] = [await owner.settings(), await owner.snippet(tab)];
  const project = await Project.create(locks);
  try {
    await install(project, part(snippet, "Install"));
    const installed = performance.now();
    await project.paste(settings, snippet);
    await project.serve(part(snippet, "Run"), url);
    const visitor = await Visitor.arrive(browser);
    const sub = await signInAt(visitor.page, product, {
      url,
      email: `${tab.replace(/\W/g, "").toLowerCase()}@example.com`,
    });
    await visitor.page.getByRole("button", { name: "Spend 5 credits" }).click();
    await visitor.page.getByText("There are not enough credits.").waitFor();
    await creditsByCurl(owner, sub, settings);
    await visitor.page.getByRole("button", { name: "Spend 5 credits" }).click();
    await visitor.page.getByText("90 credits left").waitFor();
    await signOutAt(visitor, url);
    await visitor.context.close();
    report(tab, began, installed);
  } finally {
    await project.remove();
  }
});

test("React signs a visitor in, outlives its token and signs out", async () => {
  const began = performance.now();
  const port = await freePort();
  const url = `http://localhost:${port}/`;
  await owner.register("React shop", `http://localhost:${port}`);
  const settings = await owner.settings();
  await owner.makePublicClient();
  const snippet = await owner.snippet("React");
  const project = await Project.create("react");
  try {
    await install(project, part(snippet, "Install"));
    const installed = performance.now();
    await project.paste(settings, snippet);
    await project.serve(part(snippet, "Run"), url);
    const visitor = await Visitor.arrive(browser);
    const { page } = visitor;
    await page.clock.install();
    const sub = await signInAt(page, product, { url, email: "react@example.com" });
    await creditsByCurl(owner, sub, settings);
    const renewed = page.waitForRequest(
      (request) => request.postData()?.includes("grant_type=refresh_token") ?? false,
    );
    // An access token expires after ten minutes, and is renewed in its last one.
    await page.clock.fastForward("09:30");
    await (await renewed).response();
    await page.clock.fastForward("01:00");
    await page.getByRole("button", { name: "Show my credits" }).click();
    await page.getByText("95 credits left").waitFor();
    await showsName(page, "react@example.com");
    await signOutAt(visitor, url);
    await visitor.context.close();
    report("React", began, installed);
  } finally {
    await project.remove();
  }
});
