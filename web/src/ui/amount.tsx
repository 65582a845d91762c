/** Credits as a figure: grouped, tabular, never broken over two lines. */
import { formatAmount } from "@/lib/amount";
import { classes } from "@/lib/classes";

type Props = {
  value: number;
  scale?: number | undefined;
  /** A change: the sign is always shown and what came in is green. */
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
