/** Each kind of notice has words and a page. */
import { expect, test } from "vitest";
import { noticePath, noticeWords } from "./notice-words";

const notice = { kind: "payment-disputed", subject: "dsp_1", website_id: "web_1" };

test("a notice leads to the page of the app on which it is solved", () => {
  const url = "https://id.example.com/s/web_1/payments/pmt_1?mode=test";
  expect(noticePath({ ...notice, url })).toBe("/s/web_1/payments/pmt_1");
});

test("a disabled endpoint leads to its page, not to its address", () => {
  const endpoint = { ...notice, kind: "webhook-endpoint-disabled", subject: "whe_1" };
  const url = "https://shop.example/hooks";
  expect(noticePath({ ...endpoint, url })).toBe("/s/web_1/webhooks/whe_1");
});

test("a kind that this version does not know keeps the server's text", () => {
  expect(noticeWords({ kind: "payment-review", reason: "x" })).toMatch(/^A payment differs/);
  expect(noticeWords({ kind: "new-kind", reason: "it is new" })).toBe("it is new");
});
