/** Shows credits as a grouped, tabular figure on one line. */
import { formatAmount } from "@/lib/amount";
import { classes } from "@/lib/classes";

type Props = {
  value: number;
  scale?: number | undefined;
  /** A change always shows its sign, and a positive one is green. */
  change?: boolean;
  className?: string;
};

export function Amount({ value, scale = 0, change = false, className }: Props) {
  return (
    <span
      className={classes(
        "whitespace-nowrap tabular-nums",
        change && value > 0 && "text-accent",
        className,
      )}
    >
      {formatAmount(value, { scale, signed: change })}
    </span>
  );
}
