/** A user with a separate browser: opens pages, presses buttons, and records the browser's complaints. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

/** The browser of CHROMIUM, which can reach only loopback. */
export function launch(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"];
  if (!executablePath) throw new Error("CHROMIUM is not set: run `make test`, which finds it.");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
    ],
  });
}

/** The timeout of one step on a busy machine. */
const timeout = 60_000;

/** The open browsers. */
export const contexts = new Set<BrowserContext>();

export class Visitor {
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    /** Content-policy violations, script errors and failed requests: a good run has none. */
    readonly complaints: string[],
  ) {}

  /** Opens a separate browser in a language; without `javaScript`, no page runs a script. */
  static async arrive(
    browser: Browser,
    { javaScript = true, locale = "en-US" } = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      viewport: { width: 1360, height: 900 },
      javaScriptEnabled: javaScript,
      locale,
    });
    context.setDefaultTimeout(timeout);
    contexts.add(context);
    context.on("close", () => contexts.delete(context));
    const complaints: string[] = [];
    context.on("weberror", (error) => complaints.push(`script: ${error.error().message}`));
    context.on("console", (message) => {
      if (message.type() === "error" && !isExpected(message.text())) {
        complaints.push(`console at ${message.page()?.url()}: ${message.text()}`);
      }
    });
    return new Visitor(context, await context.newPage(), complaints);
  }

  /** Returns true if the idp's session route recognises this browser. */
  async isSignedIn(base: string): Promise<boolean> {
    const response = await this.context.request.get(`${base}/api/auth/session`);
    return "user" in (await response.json());
  }
}

/** A wrong address is answered 404 and a bad link 403 on purpose; the browser logs both as errors. */
function isExpected(text: string): boolean {
  return /status of (403|404)/.test(text);
}
