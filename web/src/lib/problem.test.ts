/** Every error has a text, and only temporary errors are retried. */
import { expect, test } from "vitest";
import { isShownAtFields, isWorthRetrying, Problem, problemOf, problemOfResponse } from "./problem";

function response(status: number, headers: Record<string, string> = {}) {
  return new Response(null, { status, headers });
}

test("a problem body speaks for itself", () => {
  const problem = problemOfResponse(response(400), {
    title: "The request is not valid",
    detail: "One field needs another look.",
    request_id: "req_1",
    errors: [
      { pointer: "/redirect_uris/0", detail: "Not https." },
      { pointer: "#/redirect_uris/1", detail: "Later ones do not replace it." },
      { pointer: "/url", detail: "Taken." },
      "nonsense",
    ],
  });
  expect(problem).toMatchObject({
    kind: "refused",
    title: "The request is not valid",
    detail: "One field needs another look.",
    requestId: "req_1",
    status: 400,
  });
  expect([...problem.fields]).toEqual([
    ["redirect_uris", "Not https."],
    ["url", "Taken."],
  ]);
});

test("errors shown at fields are not repeated in a box", () => {
  const errors = [
    { pointer: "/url", detail: "Taken." },
    { pointer: "/mode", detail: "Not live." },
  ];
  const problem = problemOfResponse(response(400), { errors });
  expect(isShownAtFields(problem, ["url", "mode", "name"])).toBe(true);
  expect(isShownAtFields(problem, ["url"])).toBe(false);
  expect(isShownAtFields(problemOfResponse(response(409), {}), ["url"])).toBe(false);
});

test.each([401, 403, 404, 418, 429, 500, 502, 503])(
  "status %d without a body has words",
  (status) => {
    const problem = problemOfResponse(response(status, { "x-request-id": "req_2" }), "<html>");
    expect(problem.title).not.toBe("");
    expect(problem.detail).not.toBe("");
    expect(problem.requestId).toBe("req_2");
  },
);

test("a thrown error becomes a problem", () => {
  expect(problemOf(new TypeError("Failed to fetch")).kind).toBe("offline");
  expect(problemOf(new DOMException("late", "TimeoutError")).kind).toBe("timeout");
  expect(problemOf(new TypeError("x is undefined")).kind).toBe("broken");
  const own = new Problem("refused", "No", "Not you.");
  expect(problemOf(own)).toBe(own);
});

test("only passing failures are worth another try", () => {
  expect(isWorthRetrying(new TypeError("Failed to fetch"))).toBe(true);
  expect(isWorthRetrying(problemOfResponse(response(503), null))).toBe(true);
  expect(isWorthRetrying(problemOfResponse(response(500), null))).toBe(false);
  expect(isWorthRetrying(problemOfResponse(response(404), null))).toBe(false);
});
