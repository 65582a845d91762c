/** Shows one item of the account: name, note and actions. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

type Props = {
  icon: LucideIcon;
  title: string;
  note: ReactNode;
  badge?: ReactNode;
  /** The item does not exist yet. */
  quiet?: boolean;
  /** The action is a text that says why none is possible; on its own line it is aligned left. */
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
