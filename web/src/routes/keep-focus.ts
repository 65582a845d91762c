/** Moves the focus to the page's heading when the focused element is removed, so that keyboard users keep a position. */

const dialogs = "dialog[open], main [role=dialog], main [role=alertdialog]";

/** Watches the page until the returned function is called. */
export function keepFocus(): () => void {
  let last: EventTarget | null = null;
  let looking: ReturnType<typeof setTimeout> | undefined;

  function note({ target }: FocusEvent) {
    last = target;
  }

  function goOn() {
    const isLost = document.activeElement === document.body;
    // A dialog handles the focus by itself.
    if (!isLost || document.querySelector(dialogs) !== null) return;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }

  const watch = new MutationObserver(() => {
    if (!(last instanceof Node) || last.isConnected) return;
    last = null;
    clearTimeout(looking);
    // Deferred: a closing dialog restores the focus right after its removal.
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
