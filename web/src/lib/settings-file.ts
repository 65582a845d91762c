/** Writes a back end's `.env` with the names that every snippet and the README use. */
import { backEndValues, type Connection, filled } from "./snippets";

const files = import.meta.glob<string>("../../../snippets/settings.env", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The file with real values; `authSecret` is a fresh secret for the website's own session cookie. */
export function environmentFile(connection: Connection, authSecret: string): string {
  const template = Object.values(files).join("");
  return filled(template, { ...backEndValues(connection), AUTH_SECRET: authSecret });
}
