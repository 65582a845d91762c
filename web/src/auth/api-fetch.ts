/** fetch for the APIs: sends the access token with a proof, renews it once after a 401, and asks the user to confirm a sensitive action. */
import { problemOf } from "@/lib/problem";
import type { Keeper } from "./keeper-types";
import { demandedMaxAge, type StepUp } from "./step-up";

const timeLimitMilliseconds = 15_000;
/** A file, which its request accepts by a header, may take long to download. */
const fileLimitMilliseconds = 300_000;

export type ApiFetch = (request: Request) => Promise<Response>;

type Tokens = Pick<Keeper, "accessToken" | "renewedToken" | "proof">;

/** Create one for each server, because each has its own nonces. */
export function createApiFetch(
  tokens: Tokens,
  stepUp: Pick<StepUp, "ask">,
  send: typeof fetch,
): ApiFetch {
  const sendWith = createSender(tokens, send);
  return async function apiFetch(request) {
    // The repeated request is identical, including its idempotency key.
    const [once, twice] = [request.clone(), request.clone()];
    const first = await sendWith(request, await tokens.accessToken());
    if (first.status !== 401) return first;
    // Another tab may have confirmed already; a renewed token then avoids a second question.
    const renewed = await tokens.renewedToken();
    if (renewed === null) return first;
    const second = await sendWith(once, renewed);
    const maxAge = demandedMaxAge(second);
    if (maxAge === null || !(await stepUp.ask(maxAge))) return second;
    const confirmed = await tokens.renewedToken();
    return confirmed === null ? second : sendWith(twice, confirmed);
  };
}

/** Sends with a fresh proof (RFC 9449), and a second time if the server requires a nonce. */
function createSender({ proof }: Pick<Tokens, "proof">, send: typeof fetch) {
  // A server requires it of clients with a wrong clock; it is valid for some minutes.
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
    const response = await sendOnce(request, token);
    const demanded = demandedNonce(response);
    if (demanded === null) return response;
    nonce = demanded;
    return sendOnce(again, token);
  };
}

/** Detects the deletion of the account. The server answers a repeat within 30 seconds alike, and identifies it by the token and key, which this page deletes with the session. */
const isDeletion = ({ url }: Request) => /\/account\/v1\/deletion$/.test(url);

/** Returns the nonce that a refused proof must contain, or null. */
function demandedNonce(response: Response): string | null {
  const challenge = response.headers.get("www-authenticate") ?? "";
  const isDemanded = response.status === 401 && /use_dpop_nonce/.test(challenge);
  return isDemanded ? response.headers.get("dpop-nonce") : null;
}

async function sendInTime(send: typeof fetch, request: Request): Promise<Response> {
  try {
    const isFile = request.headers.has("accept");
    const limit = AbortSignal.timeout(isFile ? fileLimitMilliseconds : timeLimitMilliseconds);
    return await send(request, { signal: AbortSignal.any([request.signal, limit]) });
  } catch (error) {
    // A request that its page aborted is no error.
    if (request.signal.aborted) throw error;
    throw problemOf(error);
  }
}
