/** Addresses are parsed as users type them. */
import { expect, test } from "vitest";
import { hostOf, isAtHome, isPublicRedirectUri, isRedirectUri, webAddress } from "./address";

test.each([
  ["https://shop.example", "https://shop.example/"],
  ["  shop.example/a ", "https://shop.example/a"],
  ["localhost:3000", "http://localhost:3000/"],
  ["http://[::1]:3000", "http://[::1]:3000/"],
])("%j is read as %s", (typed, href) => {
  expect(webAddress(typed)?.href).toBe(href);
});

test.each(["", "shop", "ftp://shop.example", "https://", "not an address"])(
  "%j is none",
  (typed) => {
    expect(webAddress(typed)).toBeNull();
  },
);

test("redirect addresses are whole and have no fragment", () => {
  expect(isRedirectUri("https://shop.example/cb")).toBe(true);
  expect(isRedirectUri("http://localhost:3000/cb?x=1")).toBe(true);
  expect(isRedirectUri("https://shop.example/cb#")).toBe(false);
  expect(isRedirectUri("shop.example/cb")).toBe(false);
  expect(isRedirectUri("myapp:/cb")).toBe(false);
});

test.each([
  ["https://shop.example/cb", true],
  ["com.example.app:/cb", true],
  ["cursor://anysphere.cursor-retrieval/oauth/callback", true],
  ["localhost:3000/cb", false],
  ["myapp", false],
  ["myapp:/cb#x", false],
])("%s may be of a client without a secret: %s", (address, isGood) => {
  expect(isPublicRedirectUri(address)).toBe(isGood);
});

test("a host is shown instead of a whole address", () => {
  expect(hostOf("https://shop.example/a?b")).toBe("shop.example");
  expect(hostOf("odd")).toBe("odd");
});

test.each([
  ["https://shop.example/cb", true],
  ["http://localhost:3000/cb", true],
  ["http://app.localhost/cb", true],
  ["http://127.0.0.1:8000/cb", true],
  ["http://[::1]/cb", true],
  ["http://shop.example/cb", false],
  ["https://shop.example.evil.example/cb", false],
  ["https://shop.example@evil.example/cb", false],
  ["https://localhost.evil.example/cb", false],
  ["https://127.0.0.1.evil.example/cb", false],
  ["myapp:/cb", false],
  ["nothing", false],
])("%s is at home: %s", (address, isOwn) => {
  expect(isAtHome(address, ["nothing", "myapp:/", "https://shop.example/start"])).toBe(isOwn);
});
