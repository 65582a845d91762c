/** The page polls each second only while it waits for the first sign-in. */
import { expect, test } from "vitest";
import { createApi } from "@/api/client";
import { pollInterval, signInActivityQuery } from "@/api/overview";

const waiting = { data: { items: [], first_sign_in_at: null }, error: null, dataUpdateCount: 1 };

test.each([
  ["while nobody has signed in", waiting, 1_000],
  ["before the first answer", { ...waiting, data: undefined, dataUpdateCount: 0 }, 1_000],
  [
    "when somebody has",
    { ...waiting, data: { items: [], first_sign_in_at: "2026-11-20T10:00:00Z" } },
    5_000,
  ],
  ["when it cannot be asked", { ...waiting, error: new Error("no connection") }, 5_000],
  ["after five minutes", { ...waiting, dataUpdateCount: 300 }, 5_000],
])("%s", (_, state, pause) => {
  expect(pollInterval(state)).toBe(pause);
});

test("where it is only told and not waited for, it is never looked eagerly", () => {
  const api = createApi("http://localhost:8080", async () => Response.error());
  const query = signInActivityQuery(api, { id: "web_1", mode: "live" }, 1);
  expect(query.refetchInterval).toBe(5_000);
});
