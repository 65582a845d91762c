/** Shows a state as one short word. */
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

const tones = {
  neutral: "bg-well text-ink-soft",
  good: "bg-accent-soft text-accent-ink",
  warn: "bg-warn-soft text-warn-ink",
};

export function Badge({
  tone = "neutral",
  children,
}: {
  tone?: keyof typeof tones;
  children: ReactNode;
}) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-chip px-2 py-0.5 font-medium text-xs",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
