/** Links to several lists of one object; each list has its own address, and the current link is marked. */
import type { ReactNode } from "react";

export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="mb-3 flex flex-wrap gap-1 *:inline-flex *:min-h-9 *:items-center *:rounded-control *:px-3 *:font-medium *:text-ink-soft *:text-sm *:hover:bg-well *:aria-[current=page]:bg-well *:aria-[current=page]:text-ink"
    >
      {children}
    </nav>
  );
}
