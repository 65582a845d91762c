/** A tab from before a release reloads once; a file that stays away is shown as a failure. */
import { expect, test, vi } from "vitest";
import { reloadOnceAfterRelease } from "./release";

test("one reload, and within a minute no second one", () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const kept = new Map<string, string>();
  const page = Object.assign(new EventTarget(), {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
    location: { reload: vi.fn() },
  });
  // It uses these few of the window's many parts.
  reloadOnceAfterRelease(page as unknown as Window);
  const fail = () => page.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));

  expect(fail()).toBe(false);
  expect(page.location.reload).toHaveBeenCalledTimes(1);
  expect(fail()).toBe(true);
  expect(page.location.reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(fail()).toBe(false);
  expect(page.location.reload).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
