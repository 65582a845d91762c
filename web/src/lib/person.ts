/** Small facts about how a person is shown. */

type Named = { name?: string | null | undefined; email?: string | null | undefined };

/** One or two letters that stand in for a picture. */
export function initials({ name, email }: Named): string {
  const words = (name || email?.split("@")[0] || "").split(/[\s._-]+/).filter(Boolean);
  const first = words[0];
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  const letters = `${letter(first)}${letter(last)}`;
  return letters === "" ? "?" : letters.toUpperCase();
}

/** The best name we have. */
export function displayName({ name, email }: Named): string {
  return name || email || "No name yet";
}

function letter(word: string | undefined): string {
  return word === undefined ? "" : (Array.from(word)[0] ?? "");
}
