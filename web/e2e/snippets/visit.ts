/** A visitor's steps at a pasted website, and the owner's curl commands for them. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Product } from "../product";
import { signIn } from "../registration";
import { type Owner, part } from "./owner";
import { Project } from "./project";

/** Leads a visitor to the website and through Tollgate; returns the id that the website's page shows. */
export async function signInAt(
  page: Page,
  product: Product,
  { url, email }: { url: string; email: string },
): Promise<string> {
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

/** Waits until the website shows name and address: without a name, it shows the first part of the address. */
export async function showsName(page: Page, email: string): Promise<void> {
  const name = email.replace(/@.*/, "");
  await page.getByText(new RegExp(`^\\s*${name}, ${email}\\s*$`)).waitFor();
}

/** Grants and spends for a visitor with the unchanged commands of the tab "curl". */
export async function creditsByCurl(owner: Owner, sub: string, settings: string): Promise<void> {
  const commands = await owner.snippet("curl");
  const shell = await Project.create();
  try {
    await shell.write(".env", settings);
    const read = part(commands, "Read the settings");
    expect(read).toMatch(/\nSUB=usr_\w+$/);
    const output = await shell.run(
      [
        read.replace(/usr_\w+$/, sub),
        part(commands, "Grant 100 credits"),
        part(commands, "Spend 5 of them"),
      ].join("\n"),
    );
    expect(output).toMatch(/"available":100\b[\s\S]*"available":95\b/);
  } finally {
    await shell.remove();
  }
}
