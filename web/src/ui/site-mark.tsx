/** A website as a tile with its first letter. */
import { classes } from "@/lib/classes";

export function SiteMark({ name, small = false }: { name: string; small?: boolean }) {
  return (
    <span
      aria-hidden
      className={classes(
        "grid shrink-0 place-items-center bg-accent-soft font-semibold text-accent-ink",
        small ? "size-6 rounded-chip text-xs" : "size-9 rounded-control",
      )}
    >
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  );
}
