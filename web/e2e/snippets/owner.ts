/** An owner registers websites and copies the shown values by the copy buttons alone. */
import type { Browser, Page } from "playwright-core";
import { signInByMail } from "../app-users";
import type { Product } from "../product";
import { titled } from "../steps";
import { Visitor } from "../visitor";

/** The copyable texts of a tab, in the order of the page. */
export type Snippet = { title: string; text: string }[];

/** The used part of the API's response to a registration. */
type Registration = { snippet: string; api_key: { key: string }; webhook: { secret: string } };

export class Owner {
  private constructor(
    readonly product: Product,
    readonly page: Page,
  ) {}

  static async arrive(browser: Browser, product: Product): Promise<Owner> {
    const { page, context } = await Visitor.arrive(browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(product.base);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await signInByMail(page, product, "owner@example.com");
    await titled(page, "Overview");
    return new Owner(product, page);
  }

  /** Registers a website on a developer's computer with the form's suggestions, and stays on the result. */
  async register(name: string, url: string): Promise<void> {
    await this.page.goto(`${this.product.base}/sites/new`);
    await this.page.getByLabel("Name").fill(name);
    await this.page.getByLabel("Address", { exact: true }).fill(url);
    await this.page.getByLabel("Redirect addresses").fill(`${url}/api/auth/callback/tollgate`);
    await this.page.getByRole("button", { name: "Register" }).click();
    await titled(this.page, `Connect ${name}`);
  }

  /** Registers a website with a webhook by the API; returns the API's response. */
  async registerWithWebhook(name: string, webhook_url: string): Promise<Registration> {
    await this.page.route("**/v1/websites", (route) => {
      const sent = route.request().postData();
      if (!sent) return route.continue();
      return route.continue({ postData: JSON.stringify({ ...JSON.parse(sent), webhook_url }) });
    });
    const registration = this.page.waitForResponse(
      (response) =>
        response.url().endsWith("/v1/websites") && response.request().method() === "POST",
    );
    await this.register(name, "http://localhost:3000");
    return (await registration).json();
  }

  /** The text of "Copy all as .env". */
  settings(): Promise<string> {
    return this.#copied("all as .env");
  }

  /** Creates the website's public client for a page without a server. */
  async makePublicClient(): Promise<void> {
    await this.page.getByRole("group", { name: "Snippets for" }).getByText("React").click();
    await this.page.getByRole("button", { name: "Create the client" }).click();
    await this.page.getByRole("button", { name: "Copy main.tsx", exact: true }).waitFor();
  }

  /** Returns every copyable text of a framework's tab. */
  async snippet(tab: string, language = ""): Promise<Snippet> {
    await this.#choose("Snippets for", tab);
    if (language) await this.#choose("Language", language);
    const titles = this.page.locator("figure figcaption > span > span:first-child");
    await titles.first().waitFor();
    const snippet: Snippet = [];
    for (const title of await titles.allTextContents()) {
      snippet.push({ title, text: await this.#copied(title) });
    }
    return snippet;
  }

  async #choose(group: string, option: string): Promise<void> {
    const options = this.page.getByRole("group", { name: group, exact: true });
    await options.getByText(option, { exact: true }).click();
  }

  async #copied(what: string): Promise<string> {
    await this.page.evaluate(() => navigator.clipboard.writeText("nothing was copied"));
    const button = this.page.getByRole("button", { name: `Copy ${what}`, exact: true });
    await button.click();
    await button.locator("xpath=..").getByText("Copied").waitFor({ state: "attached" });
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}

/** Returns the text of a snippet's part by its title; empty if there is no such part. */
export function part(snippet: Snippet, title: string): string {
  return snippet.find((one) => one.title === title)?.text ?? "";
}
