/** fetch for the API: carries the access token, asks for a fresh one once when it is refused, gives up in time. */
import { problemOf } from "@/lib/problem";
import type { Keeper } from "./keeper";

const timeLimitMilliseconds = 15_000;

export type ApiFetch = (request: Request) => Promise<Response>;

type Tokens = Pick<Keeper, "accessToken" | "renewedToken">;

export function createApiFetch(tokens: Tokens, send: typeof fetch): ApiFetch {
  return async function apiFetch(request) {
    const again = request.clone();
    const first = await sendWith(send, request, await tokens.accessToken());
    if (first.status !== 401) return first;
    const token = await tokens.renewedToken();
    return token === null ? first : sendWith(send, again, token);
  };
}

async function sendWith(
  send: typeof fetch,
  request: Request,
  token: string | null,
): Promise<Response> {
  if (token !== null) request.headers.set("authorization", `Bearer ${token}`);
  try {
    const limit = AbortSignal.timeout(timeLimitMilliseconds);
    return await send(request, { signal: AbortSignal.any([request.signal, limit]) });
  } catch (error) {
    // A visit that was left behind is not a problem to be shown.
    if (request.signal.aborted) throw error;
    throw problemOf(error);
  }
}
