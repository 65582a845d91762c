/** Reloads once when an open tab requests files that a new release removed. */

const marker = "tollgate.reloaded-at";
const pauseMilliseconds = 60_000;

export function reloadOnceAfterRelease(page: Window): void {
  // The page shows the error until the reload, and keeps it where a reload cannot help.
  page.addEventListener("vite:preloadError", () => void reloadIfItHelps(page));
}

async function reloadIfItHelps(page: Window): Promise<void> {
  // A missing file without a connection does not mean a new release.
  if (!page.navigator.onLine) return;
  try {
    // A second error right after a reload is a real error.
    const last = Number(page.sessionStorage.getItem(marker) ?? 0);
    if (Date.now() - last < pauseMilliseconds) return;
    // Without a server, a reload would replace the page and unsaved text with the browser's own error page.
    const response = await page.fetch(page.location.href, { method: "HEAD", cache: "no-store" });
    if (!response.ok) return;
    page.sessionStorage.setItem(marker, String(Date.now()));
    page.location.reload();
  } catch {
    // Without a connection or storage the page does not reload, which prevents a reload loop.
  }
}
