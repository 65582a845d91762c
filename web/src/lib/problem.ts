/** Converts API errors to texts with a next step (RFC 9457 bodies and lost connections). */
import { t } from "./language";

export type ProblemKind = "offline" | "timeout" | "refused" | "broken";

export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    readonly kind: ProblemKind,
    readonly title: string,
    readonly detail: string,
    readonly status: number | null = null,
    readonly requestId: string | null = null,
    /** Errors of single fields by the first token of their JSON pointer. */
    readonly fields: ReadonlyMap<string, string> = new Map(),
  ) {
    super(`${title}: ${detail}`);
  }
}

/** Converts a response with an error status; `body` is the parsed body, if any. */
export function problemOfResponse(response: Response, body: unknown): Problem {
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

/** Converts any thrown value; a failed fetch has no details, so it becomes "no connection". */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return new Problem(
      "timeout",
      t("No answer in time"),
      t("The server took too long. Try again."),
    );
  }
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) {
    return new Problem(
      "offline",
      t("No connection"),
      t("The server could not be reached. Check your connection and try again."),
    );
  }
  return new Problem(
    "broken",
    t("Something went wrong"),
    t("An unexpected error happened on this page. Reload it and try again."),
  );
}

/** Returns true if all named members have fields here, which then show the whole error. */
export function isShownAtFields(error: unknown, fields: readonly string[]): boolean {
  const named = [...problemOf(error).fields.keys()];
  return named.length > 0 && named.every((field) => fields.includes(field));
}

/** Returns true if the connection or the server failed, so that a retry can help. */
export function isWorthRetrying(error: unknown): boolean {
  const problem = problemOf(error);
  return problem.kind === "offline" || problem.kind === "timeout" || isPassing(problem.status ?? 0);
}

/** Returns true if the same request may succeed later: the server did not refuse its content. */
export function isWorthRepeating(error: unknown): boolean {
  const { kind, status } = problemOf(error);
  return kind !== "refused" || ![400, 403, 404, 405, 410, 413, 422].includes(status ?? 0);
}

function isPassing(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

function fallbackWords(status: number): { title: string; detail: string } {
  if (status === 401) {
    return {
      title: t("Signed out"),
      detail: t("Your session has ended. Sign in again to continue."),
    };
  }
  if (status === 403)
    return { title: t("Not allowed"), detail: t("You do not have permission for this.") };
  if (status === 404)
    return {
      title: t("Not found"),
      detail: t("It does not exist, or you do not have access to it."),
    };
  if (status === 429)
    return { title: t("Too many requests"), detail: t("Wait a moment and try again.") };
  if (isPassing(status)) {
    return {
      title: t("Briefly unavailable"),
      detail: t("The server is busy or starting. Try again."),
    };
  }
  return {
    title: t("Something went wrong"),
    detail: t("The server answered with status {status}. Try again later.", { status }),
  };
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
