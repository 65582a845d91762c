/** Shows initials in a circle; the app never loads pictures from other origins. */
import { UserRound } from "lucide-react";
import { classes } from "@/lib/classes";

type Props = {
  /** Without letters, an icon represents the user. */
  letters: string;
  size?: "small" | "large";
  /** A less prominent style, for lists. */
  quiet?: boolean;
};

export function Avatar({ letters, size = "small", quiet = false }: Props) {
  return (
    <span
      aria-hidden
      className={classes(
        "grid shrink-0 select-none place-items-center rounded-full font-semibold",
        quiet ? "bg-well text-ink-soft" : "bg-primary text-primary-ink",
        size === "small" ? "size-8 text-xs" : "size-16 text-xl",
      )}
    >
      {letters || <UserRound className="size-5" />}
    </span>
  );
}
