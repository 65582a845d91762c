/** A page's heading, its document title, and what can be done on the whole page. */
import type { ReactNode } from "react";

type Props = { title: string; note?: ReactNode; action?: ReactNode };

export function PageHeader({ title, note, action }: Props) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <title>{`${title} · Tollgate`}</title>
      <div className="min-w-0">
        <h1 tabIndex={-1} className="font-semibold text-2xl">
          {title}
        </h1>
        {note && <p className="text-pretty text-ink-soft">{note}</p>}
      </div>
      {action}
    </header>
  );
}
