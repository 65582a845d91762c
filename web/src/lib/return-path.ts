/** Validates the path that a sign-in returns to. */

/** Returns `wanted` if it is a path of this origin, else `fallback`. Prevents open redirects. */
export function safeReturnPath(path: unknown, fallback: string): string {
  if (typeof path !== "string") return fallback;
  // One slash and no second one, no backslash (browsers read it as a slash), no control characters.
  const isPlainPath = /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path);
  return isPlainPath ? path : fallback;
}
