/** Whoever acts by keyboard is never left nowhere: when what had the focus is taken away, reading goes on at the page's heading. */

const dialogs = "dialog[open], main [role=dialog], main [role=alertdialog]";

/** Watches the page, until what it gives is called. */
export function keepFocus(): () => void {
  let last: EventTarget | null = null;
  let looking: ReturnType<typeof setTimeout> | undefined;

  function note({ target }: FocusEvent) {
    last = target;
  }

  function goOn() {
    const isLost = document.activeElement === document.body;
    // A dialog holds the focus by itself.
    if (!isLost || document.querySelector(dialogs) !== null) return;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }

  const watch = new MutationObserver(() => {
    if (!(last instanceof Node) || last.isConnected) return;
    last = null;
    clearTimeout(looking);
    // Later: what closes gives the focus back by itself, right after it has gone.
    looking = setTimeout(goOn);
  });

  document.addEventListener("focusin", note);
  watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(looking);
    watch.disconnect();
    document.removeEventListener("focusin", note);
  };
}
