/** What a visitor does at a pasted site, and what its owner does for them by curl. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Product } from "../product";
import { signIn } from "../registration";
import { type Owner, part } from "./owner";
import { Project } from "./project";

/** Leads a visitor to the site and through Tollgate; gives the id that the site's page shows. */
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

/** Waits until the site shows the name and the address: who came by mail is named by the address's first part. */
export async function showsName(page: Page, email: string): Promise<void> {
  const name = email.replace(/@.*/, "");
  await page.getByText(new RegExp(`^\\s*${name}, ${email}\\s*$`)).waitFor();
}

/** Grants and spends for a visitor by the commands of the tab "curl", exactly as they are. */
export async function creditsByCurl(owner: Owner, sub: string, settings: string): Promise<void> {
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
