/** Serves the front end of `front-end/app.ts` at the product's origin, and records its requests to the product. */
import { fileURLToPath } from "node:url";
import type { BrowserContext, JSHandle, Page } from "playwright-core";
import { build } from "vite";
import type { Client } from "./front-end/app";

const path = "/front-end";

export class FrontEnd {
  /** Method and path of each request under `/api/auth/`, oldest first. */
  readonly requests: string[] = [];

  private constructor(
    readonly page: Page,
    readonly url: string,
  ) {
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      // The idp's own sign-in page requests passkey options; the front end does not.
      if (pathname.startsWith("/api/auth/") && !pathname.endsWith("/passkey/options")) {
        this.requests.push(`${request.method()} ${pathname.slice("/api/auth/".length)}`);
      }
    });
  }

  /** Opens the front end in a tab; everything except its page and script comes from the product. */
  static async open(page: Page, base: string, query = ""): Promise<FrontEnd> {
    const frontEnd = new FrontEnd(page, `${base}${path}`);
    await page.goto(`${frontEnd.url}${query}`);
    return frontEnd;
  }

  /** Calls the client library in the page; returns its result and the requests that it made. */
  async call<T>(work: (client: Client) => Promise<T>): Promise<{ result: T; requests: string[] }> {
    const before = this.requests.length;
    const result = await this.page.evaluate(work, await this.#client());
    return { result, requests: this.requests.slice(before) };
  }

  /** Calls the library when the call leaves the page; returns the requests before that, and the address. */
  async leave(
    work: (client: Client) => Promise<unknown>,
    to: (url: URL) => boolean,
  ): Promise<{ url: URL; requests: string[] }> {
    const before = this.requests.length;
    // The page unloads while the call runs.
    await this.page.evaluate(work, await this.#client()).catch(() => undefined);
    await this.page.waitForURL(to);
    return { url: new URL(this.page.url()), requests: this.requests.slice(before) };
  }

  #client(): Promise<JSHandle<Client>> {
    return this.page.evaluateHandle("window.client");
  }

  /** Waits until the page shows this status. */
  async shows(status: string, email = ""): Promise<void> {
    const shown = this.page.locator("#status", { hasText: new RegExp(`^${status}$`) });
    await shown.waitFor();
    const whose = await this.page.locator("#email").textContent();
    if (whose !== email) throw new Error(`it shows ${whose} instead of ${email}`);
  }
}

/** Bundles a page's script once, as its authors' tools would. */
export async function bundle(app = "front-end/app.ts"): Promise<string> {
  const entry = fileURLToPath(new URL(app, import.meta.url));
  const output = await build({
    configFile: false,
    logLevel: "error",
    define: {
      "process.env.NEXTAUTH_URL": "undefined",
      "process.env.NEXTAUTH_URL_INTERNAL": "undefined",
      "process.env.VERCEL_URL": "undefined",
      "process.env.NODE_ENV": JSON.stringify("production"),
    },
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  });
  const results = Array.isArray(output) ? output : [output];
  const chunks = results.flatMap((result) => ("output" in result ? result.output : []));
  const script = chunks.find((chunk) => chunk.type === "chunk");
  if (script?.type !== "chunk") throw new Error("the front end has no script");
  return script.code;
}

/** Serves the page in every tab of a browser, at the product's origin. */
export async function serve(context: BrowserContext, base: string, script: string): Promise<void> {
  const page = `<!doctype html><title>Front end</title><div id="root"></div><script type="module" src="${path}.js"></script>`;
  const html = { contentType: "text/html; charset=utf-8", body: page };
  await context.route(
    (url) => url.origin === base && url.pathname === path,
    (route) => route.fulfill(html),
  );
  await context.route(`${base}${path}.js`, (route) =>
    route.fulfill({ contentType: "text/javascript; charset=utf-8", body: script }),
  );
}
