/** A white card with a thin border and a heading row. */
import type { ComponentProps, ReactNode } from "react";
import { classes } from "@/lib/classes";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return (
    <section
      className={classes("rounded-card border border-hairline bg-surface shadow-card", className)}
      {...rest}
    />
  );
}

type CardHeaderProps = { id?: string; title: string; note?: ReactNode; action?: ReactNode };

export function CardHeader({ id, title, note, action }: CardHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-hairline border-b px-5 py-3.5">
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {note && <p className="text-ink-faint text-sm">{note}</p>}
      </div>
      {action}
    </header>
  );
}
