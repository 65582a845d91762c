/** Moves the focus to a new page's heading, as loading a page would, also when the heading comes after what is loaded. */

let waiting: MutationObserver | undefined;

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main h1");
}

export function focusHeading(): void {
  waiting?.disconnect();
  const found = heading();
  if (found) {
    found.focus({ preventScroll: true });
    return;
  }
  const left = document.activeElement;
  waiting = new MutationObserver((_changes, observer) => {
    const late = heading();
    if (!late) return;
    observer.disconnect();
    // Whoever went on by keyboard meanwhile stays there; the link that led here is still where it was.
    const isThere = [document.body, left].includes(document.activeElement);
    if (isThere) late.focus({ preventScroll: true });
  });
  waiting.observe(document.body, { childList: true, subtree: true });
}
