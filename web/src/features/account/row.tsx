/** One thing of the account: what it is, a word about it, and what can be done with it. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

type Props = {
  icon: LucideIcon;
  title: string;
  note: ReactNode;
  badge?: ReactNode;
  /** It is not there yet. */
  quiet?: boolean;
  /** What can be done is nothing, and why: words begin at the left where they have a line of their own. */
  stays?: boolean;
  children?: ReactNode;
};

export function Row({
  icon: Icon,
  title,
  note,
  badge,
  quiet = false,
  stays = false,
  children,
}: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <span
        className={classes(
          "grid size-10 shrink-0 place-items-center rounded-full",
          quiet ? "bg-well text-ink-soft" : "bg-accent-soft text-accent-ink",
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere">{title}</span>
          {badge}
        </p>
        <p className="text-pretty text-ink-faint text-sm">{note}</p>
      </div>
      {children && <div className={stays ? undefined : "ml-auto"}>{children}</div>}
    </div>
  );
}
