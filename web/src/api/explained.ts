/** Data of responses about plans and subscriptions, whose refusals say what to do next. */
import { withNextStep } from "@/lib/plan-problems";
import { problemOfResponse } from "@/lib/problem";
import { dataOf } from "./client";

type Pending<Data> = Parameters<typeof dataOf<Data>>[0];

/** Returns the response's data; a known refusal is thrown with its next step. */
export async function explainedDataOf<Data>(pending: Pending<Data>): Promise<Data> {
  const answer = await pending;
  if (!answer.response.ok) throw problemOfResponse(answer.response, withNextStep(answer.error));
  return dataOf(Promise.resolve(answer));
}
