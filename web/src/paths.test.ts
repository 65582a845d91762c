/** Addresses are promises to bookmarks and to the server: a change must be seen in review. */
import { expect, test } from "vitest";
import { paths } from "./paths";

test("every address of the app", () => {
  const addresses = Object.entries(paths).map(([name, path]) => `${name} ${path()}`);
  expect(addresses.join("\n")).toMatchInlineSnapshot(`
    "home /
    account /account
    credits /account/credits
    sites /sites
    newSite /sites/new
    signInCallback /auth/callback
    silent /silent
    apiReference /docs"
  `);
});
