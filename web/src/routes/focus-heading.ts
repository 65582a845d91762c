/** Focuses a new page's heading, as a page load would, also when the heading renders later. */

let waiting: MutationObserver | undefined;

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main h1");
}

export function focusHeading(): void {
  waiting?.disconnect();
  const target = heading();
  if (target) {
    target.focus({ preventScroll: true });
    return;
  }
  const left = document.activeElement;
  waiting = new MutationObserver((_changes, observer) => {
    const late = heading();
    if (!late) return;
    observer.disconnect();
    // Keep the focus of a user who has already moved on; the link that led here keeps its old position.
    const isThere = [document.body, left].includes(document.activeElement);
    if (isThere) late.focus({ preventScroll: true });
  });
  waiting.observe(document.body, { childList: true, subtree: true });
}
