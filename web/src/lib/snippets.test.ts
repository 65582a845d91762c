/** Each placeholder of the snippets has a value, and the settings match the server's. */
import { expect, test } from "vitest";
import { environmentFile } from "./settings-file";
import { frameworks, snippetTexts } from "./snippet-files";
import { backEndValues, filled, newSecret, pageValues } from "./snippets";

const expected = import.meta.glob<string>("../../../snippets/settings.expected.env", {
  eager: true,
  query: "?raw",
  import: "default",
});
const connection = {
  issuer: "https://id.example",
  clientId: "client_1",
  redirectUris: ["https://shop.example/callback", "http://localhost:3000/callback"],
  secrets: { clientSecret: "s3cret", apiKey: "tg_live_k", testApiKey: "tg_test_k" },
};
const page = { client_id: "client_2", redirect_uris: ["https://shop.example/callback"] };
const values = { ...backEndValues(connection), ...pageValues(page), SUB: "usr_1" };

test("settings filled with values match the server's", () => {
  expect(environmentFile(connection, "random")).toBe(Object.values(expected)[0]);
});

test.each(frameworks)("$title has a value for each placeholder", async (framework) => {
  const texts = await snippetTexts(framework);
  for (const text of [...texts, ...framework.install, ...framework.run]) {
    expect(filled(text, values)).not.toMatch(/\{\{[A-Z_]+\}\}/);
  }
});

test("the snippet of a page has no secret of a server", async () => {
  const pages = frameworks.filter(({ isPage }) => isPage);
  expect(pages.length).toBe(1);
  for (const page of pages) {
    for (const text of await snippetTexts(page)) expect(text).not.toMatch(/SECRET|API_KEY/);
  }
});

test("a secret that is known no longer stays empty, and a name without a value stays", () => {
  const file = environmentFile({ ...connection, secrets: null }, "random");
  expect(file).toContain("\nAUTH_TOLLGATE_SECRET=\n");
  expect(filled("{{ISSUER}} {{OTHER}}", { ISSUER: "i" })).toBe("i {{OTHER}}");
});

test("each generated secret is different and has 256 bits", () => {
  const secrets = new Set(Array.from({ length: 50 }, newSecret));
  expect(secrets.size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
});
