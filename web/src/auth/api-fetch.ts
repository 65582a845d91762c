/** fetch for the APIs: carries the access token with a proof of its key, renews it once when it is refused, and lets the person confirm an act that asks for it. */
import { problemOf } from "@/lib/problem";
import type { Keeper } from "./keeper-types";
import { type StepUp, wantedAge } from "./step-up";

const timeLimitMilliseconds = 15_000;

export type ApiFetch = (request: Request) => Promise<Response>;

type Tokens = Pick<Keeper, "accessToken" | "renewedToken" | "proof">;

/** For one server. */
export function createApiFetch(
  tokens: Tokens,
  stepUp: Pick<StepUp, "ask">,
  send: typeof fetch,
): ApiFetch {
  const sendWith = createSender(tokens, send);
  return async function apiFetch(request) {
    // Sent again it is the same request, with the same idempotency key.
    const [once, twice] = [request.clone(), request.clone()];
    const first = await sendWith(request, await tokens.accessToken());
    if (first.status !== 401) return first;
    // Another tab may have confirmed meanwhile: a fresh token says so, and nobody is asked twice.
    const renewed = await tokens.renewedToken();
    if (renewed === null) return first;
    const second = await sendWith(once, renewed);
    const maxAge = wantedAge(second);
    if (maxAge === null || !(await stepUp.ask(maxAge))) return second;
    const confirmed = await tokens.renewedToken();
    return confirmed === null ? second : sendWith(twice, confirmed);
  };
}

/** Sends with a proof that is this request's own (RFC 9449), and once more where the server wants it to name a nonce. */
function createSender({ proof }: Pick<Tokens, "proof">, send: typeof fetch) {
  // It is wanted of those whose clock is wrong, and good for some minutes.
  let nonce: string | undefined;

  async function signed(request: Request, token: string | null): Promise<Request> {
    if (token !== null) {
      const proven = await proof(token, request, nonce);
      request.headers.set("authorization", `${proven ? "DPoP" : "Bearer"} ${token}`);
      if (proven) request.headers.set("dpop", proven);
    }
    return request;
  }

  async function sendOnce(request: Request, token: string | null): Promise<Response> {
    if (!isDeletion(request)) return sendInTime(send, await signed(request, token));
    const again = await signed(request.clone(), token);
    return sendInTime(send, await signed(request, token)).catch(() => sendInTime(send, again));
  }

  return async function sendWith(request: Request, token: string | null): Promise<Response> {
    const again = request.clone();
    const answer = await sendOnce(request, token);
    const wanted = wantedNonce(answer);
    if (wanted === null) return answer;
    nonce = wanted;
    return sendOnce(again, token);
  };
}

/** Whether the request deletes the account. The server answers a repeated one alike for half a minute, and knows it by its token and key, which this page forgets with the session. */
const isDeletion = ({ url }: Request) => /\/account\/v1\/deletion$/.test(url);

/** What a proof has to name, when that is why the answer is a no. */
function wantedNonce(answer: Response): string | null {
  const challenge = answer.headers.get("www-authenticate") ?? "";
  const isWanted = answer.status === 401 && /use_dpop_nonce/.test(challenge);
  return isWanted ? answer.headers.get("dpop-nonce") : null;
}

async function sendInTime(send: typeof fetch, request: Request): Promise<Response> {
  try {
    const limit = AbortSignal.timeout(timeLimitMilliseconds);
    return await send(request, { signal: AbortSignal.any([request.signal, limit]) });
  } catch (error) {
    // A visit that was left behind is not a problem to be shown.
    if (request.signal.aborted) throw error;
    throw problemOf(error);
  }
}
