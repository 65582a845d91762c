/** After a new release an open tab may ask for files that are gone; one reload brings the new ones. */

const marker = "tollgate.reloaded-at";
const pauseMilliseconds = 60_000;

export function reloadOnceAfterRelease(page: Window): void {
  page.addEventListener("vite:preloadError", (event) => {
    const last = Number(page.sessionStorage.getItem(marker) ?? 0);
    // Failing again right after a reload is a real failure, and is shown.
    if (Date.now() - last < pauseMilliseconds) return;
    page.sessionStorage.setItem(marker, String(Date.now()));
    event.preventDefault();
    page.location.reload();
  });
}
