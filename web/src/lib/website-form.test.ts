/** The registration form prefills, validates and sends the right values. */
import { expect, test } from "vitest";
import { suggestedRedirectUris, websiteFormErrors, websiteRequest } from "./website-form";

test("redirect addresses follow the typed address", () => {
  expect(suggestedRedirectUris("shop.example/start").split("\n")).toEqual([
    "https://shop.example/api/auth/callback/tollgate",
    "http://localhost:3000/api/auth/callback/tollgate",
  ]);
  expect(suggestedRedirectUris("http://localhost:3000")).toBe(
    "http://localhost:3000/api/auth/callback/tollgate",
  );
  expect(suggestedRedirectUris("sho")).toBe("");
});

test("empty and invalid fields are refused", () => {
  const errors = websiteFormErrors({ name: " ", url: "x", redirectUris: "https://a.example nope" });
  expect(Object.keys(errors)).toEqual(["name", "url", "redirectUris"]);
  expect(errors.redirectUris).toContain('"nope"');
  expect(websiteFormErrors({ name: "A", url: "a.example", redirectUris: "" })).toHaveProperty(
    "redirectUris",
  );
});

test("sent values are trimmed and unique", () => {
  const form = {
    name: " Shop ",
    url: "shop.example",
    redirectUris: "https://a.example/1\n\nhttps://a.example/1",
  };
  expect(websiteFormErrors(form)).toEqual({});
  expect(websiteRequest(form)).toEqual({
    name: "Shop",
    url: "https://shop.example",
    redirect_uris: ["https://a.example/1"],
  });
});
