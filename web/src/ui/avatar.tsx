/** A round mark with initials; pictures from elsewhere are never fetched. */
import { UserRound } from "lucide-react";
import { classes } from "@/lib/classes";

type Props = {
  /** Without any, a figure stands for the person. */
  letters: string;
  size?: "small" | "large";
  /** One of many, as in lists. */
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
