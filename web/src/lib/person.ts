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

/** The best name we have. */
export function displayName({ name, email }: Named): string {
  return name || email || t("No name yet");
}

function letter(word: string | undefined): string {
  return word === undefined ? "" : (Array.from(word)[0] ?? "");
}
