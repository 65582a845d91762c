/** The page polls each second only while it waits for the first sign-in. */
import { expect, test } from "vitest";
import { createApi } from "@/api/client";
import { pollInterval, signInActivityQuery } from "@/api/overview";

const waiting = { data: { items: [], first_sign_in_at: null }, error: null, dataUpdateCount: 1 };

test.each([
  ["before the first sign-in", waiting, 1_000],
  ["before the first response", { ...waiting, data: undefined, dataUpdateCount: 0 }, 1_000],
  [
    "after the first sign-in",
    { ...waiting, data: { items: [], first_sign_in_at: "2026-11-20T10:00:00Z" } },
    5_000,
  ],
  ["after an error", { ...waiting, error: new Error("no connection") }, 5_000],
  ["after five minutes", { ...waiting, dataUpdateCount: 300 }, 5_000],
])("%s", (_, state, pause) => {
  expect(pollInterval(state)).toBe(pause);
});

test("a page that does not wait for a sign-in never polls each second", () => {
  const api = createApi("http://localhost:8080", async () => Response.error());
  const query = signInActivityQuery(api, { id: "web_1", mode: "live" }, 1);
  expect(query.refetchInterval).toBe(5_000);
});
