/** Shows one step of connecting a website, with its number or a check mark. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

type Props = { done?: boolean; number: number; title: string; children: ReactNode };

export function Step({ done = false, number, title, children }: Props) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-4 gap-y-3">
      <span
        aria-hidden
        className={classes(
          "grid size-8 place-items-center rounded-full",
          done
            ? "bg-accent-soft text-accent-ink"
            : "bg-primary font-semibold text-primary-ink text-sm",
        )}
      >
        {done ? <Check className="size-4" /> : number}
      </span>
      <h2 className="self-center font-semibold">{title}</h2>
      <div className="col-span-2 grid min-w-0 gap-4 sm:col-span-1 sm:col-start-2">{children}</div>
    </li>
  );
}
