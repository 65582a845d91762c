/** Asks before a page is left on which something was typed and not saved. */
import { useBlocker } from "@tanstack/react-router";
import { Suspense } from "react";
import { Confirm } from "@/ui/later";

export function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <Suspense>
      <Confirm
        title="Leave without saving?"
        effect="What you changed on this page is not saved yet."
        action="Leave"
        busy={false}
        error={null}
        onClose={reset}
        onConfirm={proceed}
      />
    </Suspense>
  );
}
