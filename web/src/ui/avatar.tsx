/** A round mark with initials; pictures from elsewhere are never fetched. */
import { classes } from "@/lib/classes";

export function Avatar({ letters, size = "small" }: { letters: string; size?: "small" | "large" }) {
  return (
    <span
      aria-hidden
      className={classes(
        "grid shrink-0 select-none place-items-center rounded-full bg-primary font-semibold text-primary-ink",
        size === "small" ? "size-8 text-xs" : "size-16 text-xl",
      )}
    >
      {letters}
    </span>
  );
}
