/** Known refusals say what to do next, and the others keep the server's words. */
import { expect, test } from "vitest";
import { withNextStep } from "./plan-problems";

const problem = (name: string, members: object = {}) => ({
  type: `https://id.example/problems/${name}`,
  detail: "Nothing was done.",
  ...members,
});

test("a reason selects its own words", () => {
  const answer = withNextStep(problem("subscription-not-changeable", { reason: "canceling" }));
  expect(answer).toMatchObject({ detail: "The subscription is about to end. Resume it first." });
});

test("a refusal of one field names the field", () => {
  const answer = withNextStep(problem("amount-mismatch", { difference: "currency" }));
  expect(answer).toMatchObject({ errors: [{ pointer: "/price" }] });
});

test("unknown problems and reasons stay as they are", () => {
  for (const body of [problem("new"), problem("subscription-not-changeable"), null, "broken"]) {
    expect(withNextStep(body)).toBe(body);
  }
});
