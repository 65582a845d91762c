/** Each API of the tab "APIs" accepts only access tokens with its own audience. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../product";
import { register } from "../registration";
import { launch } from "../visitor";
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

/** Returns a token of the product for a resource, or for the product's own API. */
async function tokenFor(client: string, secret: string, resource: string | null): Promise<string> {
  const body = new URLSearchParams({ grant_type: "client_credentials", scope: "credits.read" });
  if (resource) body.set("resource", resource);
  const response = await fetch(`${product.base}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client}:${secret}`)}` },
    body,
  });
  const { access_token } = await response.json();
  expect(access_token, `${response.status}`).toMatch(/^eyJ/);
  return access_token;
}

test.each([
  ["Node.js", "node-api"],
  ["Python", "python"],
  ["Go", "go-api"],
  ["Spring Boot", ""],
])("An API in %s takes tokens that are for it alone", async (language, locks) => {
  const port = await freePort();
  const websiteId = `http://localhost:${port}`;
  await owner.register(`${language} API`, websiteId);
  const settings = await owner.settings();
  const snippet = await owner.snippet("APIs", language);
  const client = `machine-${port}`;
  const secret = await register(product, client, {
    grant_types: ["client_credentials"],
    scope: "credits.read",
    resources: [`${websiteId}/api`, `${websiteId}/other`],
  });
  const project = await Project.create(locks);
  try {
    await install(project, part(snippet, "Install"));
    await project.paste(settings, snippet);
    await project.serve(part(snippet, "Run"), `${websiteId}/`);
    const responseTo = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${websiteId}/`, { headers });
      return response.ok ? await response.json() : response.status;
    };
    const good = await tokenFor(client, secret, `${websiteId}/api`);
    expect(await responseTo(good)).toEqual({ sub: client });
    expect(await responseTo(await tokenFor(client, secret, `${websiteId}/other`))).toBe(401);
    expect(await responseTo(await tokenFor(client, secret, null))).toBe(401);
    expect(await responseTo(`${good.slice(0, -4)}AAAA`)).toBe(401);
    expect(await responseTo("none")).toBe(401);
    expect((await fetch(`${websiteId}/`)).status).toBe(401);
  } finally {
    await project.remove();
  }
});
