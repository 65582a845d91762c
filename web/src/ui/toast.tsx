/** Shows a short success message that disappears by itself; screen readers announce it. */
import { CircleCheck } from "lucide-react";
import { useSyncExternalStore } from "react";

const stayMilliseconds = 6_000;

let shown: { text: string; at: number } | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;
const changed = new EventTarget();

/** Only for success: an error stays next to its form until the user reads it. */
export function toast(text: string): void {
  shown = { text, at: Date.now() };
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    shown = null;
    changed.dispatchEvent(new Event("change"));
  }, stayMilliseconds);
  changed.dispatchEvent(new Event("change"));
}

function subscribe(listener: () => void): () => void {
  changed.addEventListener("change", listener);
  return () => changed.removeEventListener("change", listener);
}

/** The frame renders this region once; it is always present, because screen readers announce only changes in an existing region. */
export function Toasts() {
  const word = useSyncExternalStore(subscribe, () => shown);
  return (
    <div
      role="status"
      // On phones, dialogs have their buttons at the bottom.
      className="pointer-events-none fixed inset-x-0 z-40 flex justify-center p-4 max-sm:top-14 sm:bottom-0"
    >
      {word && (
        <p
          key={word.at}
          className="pop flex items-center gap-2.5 rounded-control bg-primary px-4 py-3 text-primary-ink text-sm shadow-drawer"
        >
          <CircleCheck aria-hidden className="size-4 shrink-0" />
          {word.text}
        </p>
      )}
    </div>
  );
}
