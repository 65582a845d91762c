/** Shows a banner while the browser has no connection. */
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { t } from "@/lib/language";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 font-medium text-sm text-warn-ink">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t(
            "You are offline. This page may be out of date. It refreshes when you are back online.",
          )}
        </p>
      )}
    </div>
  );
}
