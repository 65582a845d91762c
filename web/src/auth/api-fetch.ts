/** fetch for the APIs: carries the access token, renews it once when it is refused, and lets the person confirm an act that asks for it. */
import { problemOf } from "@/lib/problem";
import type { Keeper } from "./keeper";
import { type StepUp, wantedAge } from "./step-up";

const timeLimitMilliseconds = 15_000;

export type ApiFetch = (request: Request) => Promise<Response>;

type Tokens = Pick<Keeper, "accessToken" | "renewedToken">;

export function createApiFetch(
  tokens: Tokens,
  stepUp: Pick<StepUp, "ask">,
  send: typeof fetch,
): ApiFetch {
  return async function apiFetch(request) {
    // Sent again it is the same request, with the same idempotency key.
    const [once, twice] = [request.clone(), request.clone()];
    const first = await sendWith(send, request, await tokens.accessToken());
    if (first.status !== 401) return first;
    // Another tab may have confirmed meanwhile: a fresh token says so, and nobody is asked twice.
    const renewed = await tokens.renewedToken();
    if (renewed === null) return first;
    const second = await sendWith(send, once, renewed);
    const maxAge = wantedAge(second);
    if (maxAge === null || !(await stepUp.ask(maxAge))) return second;
    const confirmed = await tokens.renewedToken();
    return confirmed === null ? second : sendWith(send, twice, confirmed);
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
