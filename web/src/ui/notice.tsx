/** Highlights one or two sentences that are no error. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

const tones = { warn: "bg-warn-soft text-warn-ink", plain: "bg-well text-ink-soft" };

type Props = {
  icon: LucideIcon;
  tone?: keyof typeof tones;
  /** It appeared in response to the user, so screen readers announce it immediately. */
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
