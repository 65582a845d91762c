/** A challenge is parsed as RFC 9470 defines it, and waiting requests share one confirmation. */
import { expect, test, vi } from "vitest";
import { createStepUp, demandedMaxAge } from "./step-up";

function refused(challenge: string, status = 401) {
  return new Response(null, { status, headers: { "www-authenticate": challenge } });
}

test.each([
  [refused('Bearer error="insufficient_user_authentication", max_age=300'), 300],
  [refused('DPoP error="insufficient_user_authentication", max_age="600"'), 600],
  [refused('Bearer error="insufficient_user_authentication"'), 0],
  [refused('Bearer error="invalid_token"'), null],
  [refused('Bearer error="insufficient_user_authentication", max_age=300', 403), null],
  [new Response(null, { status: 401 }), null],
])("challenge %#", (response, age) => {
  expect(demandedMaxAge(response)).toBe(age);
});

test("the strictest waiting request decides, and cancelling resolves all", async () => {
  const stepUp = createStepUp();
  const changed = vi.fn();
  stepUp.subscribe(changed);
  const responses = [stepUp.ask(600), stepUp.ask(300), stepUp.ask(600)];
  expect(stepUp.current()?.maxAge).toBe(300);
  expect(changed).toHaveBeenCalledTimes(2);
  stepUp.cancel();
  expect(await Promise.all(responses)).toEqual([false, false, false]);
  expect(stepUp.current()).toBeNull();
});

test("a message from a window without a waiting request changes nothing", () => {
  const stepUp = createStepUp();
  stepUp.cameBack(true);
  stepUp.cameBack(false);
  expect(stepUp.current()).toBeNull();
});
