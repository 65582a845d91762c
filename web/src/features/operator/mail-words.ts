/** Names the kinds of emails and the reasons of failed deliveries. */
import type { OperatorMailDelivery } from "@/api/types";
import { language, t } from "@/lib/language";
import { stateWord } from "./state-word";

const kinds: Record<string, string> = {
  sign_in_link: t("Sign-in link"),
  password_link: t("Password link"),
  address_proof: t("Proof of an address"),
  way_added: t("Notice: sign-in method added"),
  way_removed: t("Notice: sign-in method removed"),
  address_replaced: t("Notice: address changed"),
  accounts_merged: t("Notice: accounts merged"),
  merge_undone: t("Notice: merge undone"),
  account_leaves: t("Notice: account will be deleted"),
  account_stays: t("Notice: account will not be deleted"),
  message: t("Message to an owner of websites"),
};

const reasons: Record<string, string> = {
  refused: t("The mail server refused it"),
  put_off: t("The mail server deferred it"),
  unauthenticated: t("The mail server refuses the user, password or TLS of IDP_SMTP_URL"),
  timed_out: t("The mail server did not answer in time"),
  insecure: t("No secure connection to the mail server"),
  unreachable: t("The mail server cannot be reached"),
  not_written: t("The mail folder cannot be written"),
  unreadable: t("It can no longer be decrypted, for example because IDP_SECRET was changed"),
  expired: t("Its link expired before the first attempt"),
};

/** Explains the second part of an enhanced status code (RFC 3463), where that helps the recipient. */
const meanings: [pattern: RegExp, meaning: string][] = [
  [/ [45]\.1\.[0-46]$/, t("unknown address")],
  [/ [45]\.1\.10$/, t("the address does not accept mail")],
  [/ [45]\.2\.1$/, t("the mailbox is disabled")],
  [/ [45]\.2\.2$/, t("the mailbox is full")],
  [/ [45]\.7\.\d+$/, t("blocked by a rule, such as a spam filter")],
];

/** Names a kind of email; an unknown kind keeps its code, without underscores. */
export function kindWords(kind: string): string {
  return kinds[kind] ?? stateWord(kind);
}

/** Explains the last failed attempt, with the codes from the mail server's log; null without one. */
export function reasonWords({ state, reason, reply }: OperatorMailDelivery): string | null {
  if (!reason) return null;
  const words = reasons[reason] ?? stateWord(reason);
  const isAboutEmail = reason === "refused" || reason === "put_off";
  const meaning = isAboutEmail && meanings.find(([pattern]) => pattern.test(reply ?? ""))?.[1];
  const text = `${words}${meaning ? `: ${meaning}` : ""}${reply ? ` (${reply})` : ""}`;
  if (state !== "sent") return text;
  // German nouns keep their capital letters after a colon.
  const begun = language === "de" ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  return t("Earlier: {said}", { said: begun });
}
