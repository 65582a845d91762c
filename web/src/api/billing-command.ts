/** Sends commands of billing, whose refusals have members that lead on. */
import { createIdempotencyKeys } from "@/lib/idempotency";
import { Problem, problemOfResponse } from "@/lib/problem";
import { dataOf } from "./client";

/** A refusal with the members of the response that lead on. */
export class BillingProblem extends Problem {
  constructor(
    refusal: Problem,
    /** The last part of the problem's type, such as "amount-changed". */
    readonly slug: string,
    /** The page on which the buyer confirms a payment. */
    readonly paymentUrl: string | null,
    /** A repeat of the request with the same key gets the same response. */
    readonly isFinal: boolean,
  ) {
    const { kind, title, detail, status, requestId, fields } = refusal;
    super(kind, title, detail, status, requestId, fields);
  }
}

/** Returns the last part of a refusal's type; empty for other errors. */
export function slugOf(error: unknown): string {
  return error instanceof BillingProblem ? error.slug : "";
}

const passing = ["idempotency-in-flight", "rate-limited"];

function refusalOf(response: Response, body: unknown): BillingProblem {
  const members = Object.entries(body && typeof body === "object" ? body : {});
  const member = (name: string): unknown => members.find(([found]) => found === name)?.[1];
  const refusal = problemOfResponse(response, body);
  const slug = String(member("type") ?? "").replace(/^.*\//, "");
  const url = member("payment_url");
  const isDecided = refusal.kind === "refused" && !passing.includes(slug);
  return new BillingProblem(
    refusal,
    slug,
    typeof url === "string" ? url : null,
    isDecided || member("retryable") === false,
  );
}

type Sent<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

/** Returns the response's data, or throws a refusal with its members. */
export async function answerOf<Data>(sent: Sent<Data>): Promise<Data> {
  const { response, ...result } = await sent;
  if (!response.ok) throw refusalOf(response, result.error);
  return dataOf(Promise.resolve({ ...result, response }));
}

const keyOf = createIdempotencyKeys();
let decided = 0;

/** Sends a command. It keeps its key until the server has decided: a declined card can then be tried again. */
export async function command<Data>(
  what: unknown,
  send: (header: { "Idempotency-Key": string }) => Sent<Data>,
): Promise<Data> {
  try {
    const data = await answerOf(send({ "Idempotency-Key": keyOf([what, decided]) }));
    decided += 1;
    return data;
  } catch (error) {
    if (error instanceof BillingProblem && error.isFinal) decided += 1;
    throw error;
  }
}
