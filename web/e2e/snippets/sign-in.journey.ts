/** Each snippet is pasted into a fresh project and run: a visitor signs in, credits are spent, sign-out comes back. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../product";
import { signIn } from "../registration";
import { launch, Visitor } from "../visitor";
import { install } from "./install";
import { Owner, part } from "./owner";
import { freePort, Project } from "./project";

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

/** Says how long a framework took, and how much of it was the installation of packages. */
function report(tab: string, began: number, installed: number): void {
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  const now = performance.now();
  process.stdout.write(
    `${tab}: ${seconds(began, now)} s, of which ${seconds(began, installed)} s to register and install\n`,
  );
}

/** Leads a visitor to the site and through Tollgate; gives the id that the site's page shows. */
async function signInAt(page: Page, url: string, email: string): Promise<string> {
  await page.goto(url);
  await page.getByText("Sign in", { exact: true }).click();
  await signIn(page, product, email);
  await page.locator("#consent-allow").click();
  await page.waitForURL(url);
  await showsName(page, email);
  const sub = await page.getByText("$SUB").locator("code").textContent();
  expect(sub).toMatch(/^usr_\w+$/);
  return sub ?? "";
}

/** Waits until the site shows the name and the address: who came by mail is named by the address's first part. */
async function showsName(page: Page, email: string): Promise<void> {
  const name = email.replace(/@.*/, "");
  await page.getByText(new RegExp(`^\\s*${name}, ${email}\\s*$`)).waitFor();
}

/** Grants and spends for a visitor by the commands of the tab "curl", exactly as they are. */
async function creditsByCurl(sub: string, settings: string): Promise<void> {
  const commands = await owner.snippet("curl");
  const shell = await Project.create();
  try {
    await shell.write(".env", settings);
    const read = part(commands, "Read the settings");
    expect(read).toMatch(/\nSUB=usr_\w+$/);
    const said = await shell.run(
      [
        read.replace(/usr_\w+$/, sub),
        part(commands, "Grant 100 credits"),
        part(commands, "Spend 5 of them"),
      ].join("\n"),
    );
    expect(said).toMatch(/"available":100\b[\s\S]*"available":95\b/);
  } finally {
    await shell.remove();
  }
}

/** Signs out by the site's button, which leads through Tollgate and back to the site. */
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
    const sub = await signInAt(
      visitor.page,
      url,
      `${tab.replace(/\W/g, "").toLowerCase()}@example.com`,
    );
    await visitor.page.getByRole("button", { name: "Spend 5 credits" }).click();
    await visitor.page.getByText("There are not enough credits.").waitFor();
    await creditsByCurl(sub, settings);
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
    const sub = await signInAt(page, url, "react@example.com");
    await creditsByCurl(sub, settings);
    const renewed = page.waitForRequest(
      (request) => request.postData()?.includes("grant_type=refresh_token") ?? false,
    );
    // An access token lives for ten minutes, and is renewed in its last one.
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
