/** Shows grey shapes while content loads, with one sentence for screen readers. */
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

export function Bone({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        "block animate-pulse rounded-chip bg-hairline motion-reduce:animate-none",
        className,
      )}
    />
  );
}

export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

const rows = ["a", "b", "c", "d"];

/** Placeholder lines of a list or a table. */
export function SkeletonRows({ label }: { label: string }) {
  return (
    <Skeleton label={label}>
      <div className="divide-y divide-hairline">
        {rows.map((row) => (
          <div key={row} className="flex items-center justify-between gap-6 px-5 py-4">
            <span className="grid gap-2">
              <Bone className="h-3.5 w-36" />
              <Bone className="h-3 w-24" />
            </span>
            <Bone className="h-4 w-16" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
