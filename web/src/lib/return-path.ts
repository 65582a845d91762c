/** Where to go after a sign-in: a path of this app and nothing else. */

/** `wanted` when it is a plain path of this origin, else `fallback`. Guards against open redirects. */
export function safeReturnPath(wanted: unknown, fallback: string): string {
  if (typeof wanted !== "string") return fallback;
  // One slash and no second one, no backslash (browsers read it as a slash), no control characters.
  const isPlainPath = /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted);
  return isPlainPath ? wanted : fallback;
}
