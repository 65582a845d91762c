/** The branding form requires complete https links, omits empty fields, and normalises colours. */
import { expect, test } from "vitest";
import {
  brandingErrors,
  brandingExamples,
  brandingForm,
  brandingRequest,
  isSameBranding,
} from "./branding-form";

const none = {
  brand_color: null,
  logo_uri: null,
  client_uri: null,
  policy_uri: null,
  tos_uri: null,
};

test("empty fields are not sent, and a link needs no scheme", () => {
  const empty = brandingForm(none);
  expect(brandingErrors(empty)).toEqual({});
  expect(brandingRequest(empty)).toEqual({});
  const form = {
    ...empty,
    color: " C2410C ",
    home: "Shop.example",
    terms: "https://shop.example/t",
  };
  expect(brandingErrors(form)).toEqual({});
  expect(brandingRequest(form)).toEqual({
    brand_color: "#c2410c",
    client_uri: "https://shop.example/",
    tos_uri: "https://shop.example/t",
  });
});

test("an invalid colour and an unsafe link are refused", () => {
  for (const policy of [
    "http://shop.example",
    "localhost:3000",
    "https://ann@shop.example",
    "https://shop.example/#a",
    "javascript:alert(1)",
    "no address",
  ]) {
    const form = { ...brandingForm(none), policy };
    expect(Object.keys(brandingErrors(form)), policy).toEqual(["policy"]);
  }
  const form = { ...brandingForm(none), color: "red" };
  expect(Object.keys(brandingErrors(form))).toEqual(["color"]);
});

test("blanks around a text are no change", () => {
  const form = brandingForm({ ...none, brand_color: "#c2410c" });
  expect(isSameBranding(form, { ...form, color: " #c2410c" })).toBe(true);
  expect(isSameBranding(form, { ...form, color: "" })).toBe(false);
  expect(isSameBranding(form, { ...form, logo: "data:image/png;base64,x" })).toBe(false);
});

test.each([
  ["http://localhost:3000", "https://shop.example/terms"],
  ["https://paperplane.example", "https://paperplane.example/terms"],
  ["https://paperplane.example/", "https://paperplane.example/terms"],
])("the examples for %s are links that the form takes", (url, terms) => {
  const examples = brandingExamples(url);
  expect(examples.terms).toBe(terms);
  expect(brandingErrors({ ...brandingForm(none), ...examples })).toEqual({});
});
