/** A sentence or two that stand out from the page without being an error. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

const tones = { warn: "bg-warn-soft text-warn-ink", plain: "bg-well text-ink-soft" };

type Props = {
  icon: LucideIcon;
  tone?: keyof typeof tones;
  /** It came just now, in answer to the person, and is to be read out at once. */
  urgent?: boolean;
  children: ReactNode;
};

export function Notice({ icon: Icon, tone = "plain", urgent = false, children }: Props) {
  return (
    <div
      role={urgent ? "alert" : "status"}
      className={classes("flex gap-3 rounded-control px-4 py-3 text-sm", tones[tone])}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 text-pretty">{children}</div>
    </div>
  );
}
