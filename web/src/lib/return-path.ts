/** Validates the path that a sign-in returns to. */

/** Returns `wanted` if it is a path of this origin, else `fallback`. Prevents open redirects. */
export function safeReturnPath(wanted: unknown, fallback: string): string {
  if (typeof wanted !== "string") return fallback;
  // One slash and no second one, no backslash (browsers read it as a slash), no control characters.
  const isPlainPath = /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted);
  return isPlainPath ? wanted : fallback;
}
