/** Each kind of failed sign-in has its own text. */
import { ErrorResponse, ErrorTimeout } from "oidc-client-ts";
import { expect, test } from "vitest";
import { isSignedOutError, signInFailure } from "./failure";

const response = (error: string, error_description?: string) =>
  new ErrorResponse({ error, error_description: error_description ?? null });

test.each([
  [response("access_denied"), "Sign-in was refused"],
  [response("server_error"), "Sign-in is briefly unavailable"],
  [response("invalid_scope", "The scope is unknown."), "Sign-in did not finish"],
  [new ErrorTimeout("IFrame timed out"), "No answer in time"],
  [new Error("No matching state found in storage"), "This sign-in is no longer valid"],
  [new Error("Internal Server Error (500)"), "Sign-in is briefly unavailable"],
  [
    new Error("Invalid response Content-Type: text/html, from URL: http://localhost/oauth/token"),
    "Sign-in is briefly unavailable",
  ],
  [
    new Error("Crypto.subtle is available only in secure contexts (HTTPS)."),
    "This address is not secure enough",
  ],
  [new TypeError("Failed to fetch"), "No connection"],
  [new Error("anything"), "Sign-in did not finish"],
  ["not even an error", "Sign-in did not finish"],
])("%s", (error, title) => {
  const failure = signInFailure(error);
  expect(failure.title).toBe(title);
  expect(failure.detail).not.toBe("");
});

test("the server's own text and code are shown", () => {
  expect(signInFailure(response("invalid_scope", "The scope is unknown."))).toMatchObject({
    detail: "The scope is unknown.",
    code: "invalid_scope",
  });
});

test("a lost key has its own text instead of the protocol's", () => {
  const lost = response("invalid_dpop_proof", "The DPoP proof is missing.");
  expect(signInFailure(lost).detail).toMatch(/did not keep the key/);
});

test("a signed-out user is no failure", () => {
  expect(isSignedOutError(response("login_required"))).toBe(true);
  expect(isSignedOutError(response("interaction_required"))).toBe(true);
  expect(isSignedOutError(response("access_denied"))).toBe(false);
  expect(isSignedOutError(new Error("login_required"))).toBe(false);
});
