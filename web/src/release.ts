/** After a new release an open tab may ask for files that are gone; one reload brings the new ones. */

const marker = "tollgate.reloaded-at";
const pauseMilliseconds = 60_000;

export function reloadOnceAfterRelease(page: Window): void {
  // The failure is shown meanwhile, and stays where a reload cannot help.
  page.addEventListener("vite:preloadError", () => void reloadIfItHelps(page));
}

async function reloadIfItHelps(page: Window): Promise<void> {
  // What is missing without a connection says nothing of a release.
  if (!page.navigator.onLine) return;
  try {
    // Failing again right after a reload is a real failure.
    const last = Number(page.sessionStorage.getItem(marker) ?? 0);
    if (Date.now() - last < pauseMilliseconds) return;
    // Without a server a reload would put the browser's own error in the place of the page, and of what is typed there.
    const answer = await page.fetch(page.location.href, { method: "HEAD", cache: "no-store" });
    if (!answer.ok) return;
    page.sessionStorage.setItem(marker, String(Date.now()));
    page.location.reload();
  } catch {
    // No connection, or a browser that keeps nothing: two reasons not to go round in circles.
  }
}
