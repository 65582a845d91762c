/** Measures the time from "ready" to a visitor's first spent credit at a pasted Next.js website. */
import { test } from "vitest";
import { startProduct } from "../product";
import { launch, Visitor } from "../visitor";
import { install } from "./install";
import { Owner, part } from "./owner";
import { freePort, Project } from "./project";
import { creditsByCurl, signInAt } from "./visit";

test("a pasted Next.js website spends its first credits", async () => {
  const product = await startProduct();
  const browser = await launch();
  const project = await Project.create("next");
  try {
    const began = performance.now();
    const owner = await Owner.arrive(browser, product);
    const port = await freePort();
    const url = `http://localhost:${port}/`;
    await owner.register("Stopwatch shop", `http://localhost:${port}`);
    const [settings, snippet] = [await owner.settings(), await owner.snippet("Next.js")];
    const beforeInstall = performance.now();
    await install(project, part(snippet, "Install"));
    const installed = performance.now() - beforeInstall;
    await project.paste(settings, snippet);
    await project.serve(part(snippet, "Run"), url);
    const { page } = await Visitor.arrive(browser);
    const sub = await signInAt(page, product, { url, email: "first@example.com" });
    await creditsByCurl(owner, sub, settings);
    const seconds = (performance.now() - began - installed) / 1000;
    process.stdout.write(
      `From "ready" to the first spent credit: ${seconds.toFixed(1)} s without the installation.\n`,
    );
  } finally {
    await project.remove();
    await browser.close();
    await product.stop();
  }
});
