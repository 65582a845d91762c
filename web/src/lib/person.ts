/** Small facts about how a person is shown. */
import { t } from "./language";

type Named = {
  name?: string | null | undefined;
  email?: string | null | undefined;
  /** The id that a website gave the person. */
  external_id?: string | null | undefined;
};

/** One or two letters that stand in for a picture; none where nothing is known. */
export function initials({ name, email, external_id }: Named): string {
  const words = (name || email?.split("@")[0] || external_id || "")
    .split(/[\s._-]+/)
    .filter(Boolean);
  const first = words[0];
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return `${letter(first)}${letter(last)}`.toUpperCase();
}

/** Gives the best name that a website has for a customer, and our id where it gave none. */
export function customerName({ name, email, external_id }: Named, id: string): string {
  return name || email || external_id || id;
}

/** Shortens an id to its kind and its last characters, which differ most. */
export function shortId(id: string): string {
  return id.replace(/^([a-z]+_)\w{8,}(\w{6})$/, "$1…$2");
}

/** The best name we have. */
export function displayName({ name, email }: Named): string {
  return name || email || t("No name yet");
}

function letter(word: string | undefined): string {
  return word === undefined ? "" : (Array.from(word)[0] ?? "");
}
