/** The commands of the README's quick start work unchanged with the `.env` that the product copies. */
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../product";
import { launch } from "../visitor";
import { Owner } from "./owner";
import { Project } from "./project";

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

test("README's commands grant and spend with the copied settings", async () => {
  const owner = await Owner.arrive(browser, product);
  await owner.register("Paperplane", "http://localhost:3000");
  const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
  const section = readme.split("## The first ten minutes of a website")[1]?.split("\n## ")[0] ?? "";
  const blocks = [...section.matchAll(/```\n([\s\S]*?)```/g)].map(([, block]) => block ?? "");
  expect(blocks.length).toBe(2);
  // The test's product uses another port than the README, whose port may be in use.
  const commands = blocks.join("\n").replaceAll("http://localhost:8080", product.base);
  const shell = await Project.create();
  try {
    await shell.write(".env", await owner.settings());
    const output = await shell.run(commands);
    expect(output).toMatch(/"available":100\b[\s\S]*"available":95\b/);
    // A repeat with the same keys changes nothing.
    expect(await shell.run(commands)).toMatch(/"available":100\b[\s\S]*"available":95\b/);
  } finally {
    await shell.remove();
  }
});
