/** Initials, names and ids of users. */
import { t } from "./language";

type Named = {
  name?: string | null | undefined;
  email?: string | null | undefined;
  /** The user's id at the website. */
  external_id?: string | null | undefined;
};

/** Returns one or two letters for a picture; none if nothing is known. */
export function initials({ name, email, external_id }: Named): string {
  const words = (name || email?.split("@")[0] || external_id || "")
    .split(/[\s._-]+/)
    .filter(Boolean);
  const first = words[0];
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return `${letter(first)}${letter(last)}`.toUpperCase();
}

/** Returns the website's best name for a customer, or our id. */
export function customerName({ name, email, external_id }: Named, id: string): string {
  return name || email || external_id || id;
}

/** Shortens an id to its prefix and its last characters, which differ most. */
export function shortId(id: string): string {
  return id.replace(/^([a-z]+_)\w{8,}(\w{6})$/, "$1…$2");
}

/** Returns the best known name. */
export function displayName({ name, email }: Named): string {
  return name || email || t("No name yet");
}

function letter(word: string | undefined): string {
  return word === undefined ? "" : (Array.from(word)[0] ?? "");
}
