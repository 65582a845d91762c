/** A tab from before a release reloads once; a file that is still missing is shown as an error. */
import { afterEach, expect, test, vi } from "vitest";
import { reloadOnceAfterRelease } from "./release";

function openTab(fetch: () => Promise<Response>) {
  const stored = new Map<string, string>();
  const page = Object.assign(new EventTarget(), {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
    navigator: { onLine: true },
    location: { reload: vi.fn(), href: "http://localhost:8080/sites" },
    fetch: vi.fn(fetch),
  });
  // The code uses only these parts of the window.
  reloadOnceAfterRelease(page as unknown as Window);
  return {
    page,
    miss: () => page.dispatchEvent(new Event("vite:preloadError", { cancelable: true })),
  };
}

afterEach(() => vi.useRealTimers());

test("a page reloads at most once a minute", async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const { page, miss } = openTab(async () => new Response(null));
  // The event is not prevented, so the page shows the error.
  expect(miss()).toBe(true);
  await vi.waitFor(() => expect(page.location.reload).toHaveBeenCalledTimes(1));
  miss();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.location.reload).toHaveBeenCalledTimes(1);
  miss();
  await vi.waitFor(() => expect(page.location.reload).toHaveBeenCalledTimes(2));
});

test("without a server there is no reload, which would end on the browser's own error page", async () => {
  for (const fetch of [
    async () => Promise.reject(new TypeError("Failed to fetch")),
    async () => new Response(null, { status: 503 }),
  ]) {
    const { page, miss } = openTab(fetch);
    miss();
    await vi.waitFor(() => expect(page.fetch).toHaveBeenCalledTimes(1));
    await Promise.resolve();
    expect(page.location.reload).not.toHaveBeenCalled();
  }
});

test("a file that failed offline is not loaded again, even when the connection returns", async () => {
  const { page, miss } = openTab(async () => new Response(null));
  page.navigator.onLine = false;
  miss();
  page.navigator.onLine = true;
  await Promise.resolve();
  expect(page.fetch).not.toHaveBeenCalled();
});
