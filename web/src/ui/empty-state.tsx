/** Replaces an empty list: describes its future content and offers the first step. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type Props = { icon: LucideIcon; title: string; children: ReactNode; action?: ReactNode };

export function EmptyState({ icon: Icon, title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-10 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent-ink">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="grid max-w-[26rem] gap-1">
        <p className="font-semibold">{title}</p>
        <p className="text-pretty text-ink-soft text-sm">{children}</p>
      </div>
      {action}
    </div>
  );
}
