import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether a webhook is from Tollgate and at most five minutes old (Standard Webhooks).
 * `headers` have lower-case names; `body` is the text as it came: parse it afterwards.
 */
export function isFromTollgate(headers, body, secret = process.env.TOLLGATE_WEBHOOK_SECRET) {
  const id = headers["webhook-id"];
  const time = headers["webhook-timestamp"];
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest();
  // There are two signatures while the secret is being changed.
  return (headers["webhook-signature"] ?? "").split(" ").some((signature) => {
    const [version, text = ""] = signature.split(",");
    const given = Buffer.from(text, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
