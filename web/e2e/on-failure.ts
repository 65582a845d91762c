/** Reports the text of each open page when a test failed, which the error alone does not contain. */
import { afterEach } from "vitest";
import { contexts } from "./visitor";

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  for (const page of [...contexts].flatMap((context) => context.pages())) {
    const shown = await page.locator("body").ariaSnapshot({ timeout: 5_000 }).catch(String);
    process.stderr.write(`${task.name}: ${page.url()} showed\n${shown}\n`);
  }
});
