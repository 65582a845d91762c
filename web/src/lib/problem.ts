/** What went wrong on the way to the API, in words a person can act on (RFC 9457 bodies and broken connections). */

export type ProblemKind = "offline" | "timeout" | "refused" | "broken";

export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    readonly kind: ProblemKind,
    readonly title: string,
    readonly detail: string,
    readonly status: number | null = null,
    readonly requestId: string | null = null,
    /** Words for single fields, by the first step of their JSON pointer. */
    readonly fields: ReadonlyMap<string, string> = new Map(),
  ) {
    super(`${title}: ${detail}`);
  }
}

/** An answer with an error status; `body` is whatever could be read of it. */
export function problemOfAnswer(response: Response, body: unknown): Problem {
  const members = isRecord(body) ? body : {};
  const fallback = fallbackWords(response.status);
  return new Problem(
    response.status >= 500 ? "broken" : "refused",
    text(members["title"]) ?? fallback.title,
    text(members["detail"]) ?? fallback.detail,
    response.status,
    text(members["request_id"]) ?? response.headers.get("x-request-id"),
    fieldWords(members["errors"]),
  );
}

/** Whatever was thrown, as a problem; a failed fetch says only that, so it becomes "no connection". */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return new Problem("timeout", "No answer in time", "The server took too long. Try again.");
  }
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) {
    return new Problem(
      "offline",
      "No connection",
      "The server could not be reached. Check your connection and try again.",
    );
  }
  return new Problem(
    "broken",
    "Something went wrong",
    "An unexpected error happened on this page. Reload it and try again.",
  );
}

/** Each member of the request that it names is one of these, whose fields then say all of it. */
export function isSaidAt(error: unknown, fields: readonly string[]): boolean {
  const named = [...problemOf(error).fields.keys()];
  return named.length > 0 && named.every((field) => fields.includes(field));
}

/** Asking again can help: the connection or the server failed, not the request. */
export function isWorthRetrying(error: unknown): boolean {
  const problem = problemOf(error);
  return problem.kind === "offline" || problem.kind === "timeout" || isPassing(problem.status ?? 0);
}

/** The same request can have another outcome later: it was not refused for what it asks. */
export function isWorthRepeating(error: unknown): boolean {
  const { kind, status } = problemOf(error);
  return kind !== "refused" || ![400, 403, 404, 405, 410, 413, 422].includes(status ?? 0);
}

function isPassing(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

function fallbackWords(status: number): { title: string; detail: string } {
  if (status === 401) {
    return { title: "Signed out", detail: "Your session has ended. Sign in again to continue." };
  }
  if (status === 403)
    return { title: "Not allowed", detail: "You do not have permission for this." };
  if (status === 404)
    return { title: "Not found", detail: "It does not exist, or you do not have access to it." };
  if (status === 429) return { title: "Too many requests", detail: "Wait a moment and try again." };
  if (isPassing(status)) {
    return { title: "Briefly unavailable", detail: "The server is busy or starting. Try again." };
  }
  return { title: "Something went wrong", detail: `The server answered with status ${status}.` };
}

function fieldWords(errors: unknown): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const entry of Array.isArray(errors) ? errors : []) {
    if (!isRecord(entry)) continue;
    const field = text(entry["pointer"])?.replace(/^#?\//, "").split("/")[0];
    const detail = text(entry["detail"]);
    if (field && detail && !words.has(field)) words.set(field, detail);
  }
  return words;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
