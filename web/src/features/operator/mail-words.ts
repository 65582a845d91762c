/** What the letters of the identity provider are, and why they were not taken, in words. */
import type { OperatorMailDelivery } from "@/api/types";
import { stateWord } from "./state-word";

const kinds: Record<string, string> = {
  sign_in_link: "Sign-in link",
  password_link: "Password link",
  address_proof: "Proof of an address",
  way_added: "Notice: way in added",
  way_removed: "Notice: way in removed",
  address_replaced: "Notice: address changed",
  accounts_merged: "Notice: accounts merged",
  merge_undone: "Notice: merge undone",
  account_leaves: "Notice: account will be deleted",
};

const reasons: Record<string, string> = {
  refused: "The mail server refused it",
  put_off: "The mail server deferred it",
  unauthenticated: "The mail server refuses the user, password or TLS of IDP_SMTP_URL",
  timed_out: "The mail server did not answer in time",
  insecure: "No secure connection to the mail server",
  unreachable: "The mail server cannot be reached",
  not_written: "The mail folder cannot be written",
  unreadable: "It can no longer be decrypted, for example because IDP_SECRET was changed",
  expired: "Its link expired before the first attempt",
};

/** What the second part of a reply means (RFC 3463), where it helps the person who waits for the letter. */
const meanings: [pattern: RegExp, meaning: string][] = [
  [/ [45]\.1\.[0-46]$/, "unknown address"],
  [/ [45]\.1\.10$/, "the address does not accept mail"],
  [/ [45]\.2\.1$/, "the mailbox is disabled"],
  [/ [45]\.2\.2$/, "the mailbox is full"],
  [/ [45]\.7\.\d+$/, "blocked by a rule, such as a spam filter"],
];

/** "sign_in_link" as people read it; one that is newer than this app as well as it goes. */
export function kindWords(kind: string): string {
  return kinds[kind] ?? stateWord(kind);
}

/** Why the last attempt in vain was, with the codes that the mail server's own log has; null when there was none. */
export function reasonWords({ state, reason, reply }: OperatorMailDelivery): string | null {
  if (!reason) return null;
  const words = reasons[reason] ?? stateWord(reason);
  const isAboutLetter = reason === "refused" || reason === "put_off";
  const meaning = isAboutLetter && meanings.find(([pattern]) => pattern.test(reply ?? ""))?.[1];
  const said = `${words}${meaning ? `: ${meaning}` : ""}${reply ? ` (${reply})` : ""}`;
  return state === "sent" ? `Earlier: ${said.charAt(0).toLowerCase()}${said.slice(1)}` : said;
}
