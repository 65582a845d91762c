/** The form refuses invalid addresses of webhook endpoints before the request. */
import { expect, test } from "vitest";
import { webhookAddressProblem } from "./webhook-address";

test.each([
  "https://shop.example/hooks",
  "https://shop.example:8443/hooks?key=1",
  "https://8.8.8.8/",
  "https://[2001:db8::1]/",
])("%s can be sent", (address) => {
  expect(webhookAddressProblem(address)).toBeNull();
});

test.each([
  ["", /complete address/],
  ["shop.example/hooks", /complete address/],
  ["ftp://shop.example/", /https address/],
  ["https://ann:pw@shop.example/", /user name/],
  ["https://shop.example/#a", /after #/],
  [`https://shop.example/${"a".repeat(2000)}`, /at most 2000/],
])("%s is refused at once", (address, words) => {
  const finding = webhookAddressProblem(address);
  expect(finding?.text).toMatch(words);
  expect(finding?.isFinal).toBe(true);
});

test.each([
  "http://shop.example/hooks",
  "http://localhost:3000/hooks",
  "https://localhost/",
  "https://api.localhost/",
  "https://printer/",
  "https://10.0.0.7/",
  "https://127.0.0.1/",
  "https://172.20.1.1/",
  "https://192.168.1.2/",
  "https://[::1]/",
  "https://[fd00::1]/",
])("%s is only for operators who allow it", (address) => {
  expect(webhookAddressProblem(address)).toMatchObject({ isFinal: false });
});
