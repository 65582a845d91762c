/** The plans or the packs of one seller, in a grid. */
import { type ReactNode, useId } from "react";

type Props = { title: string; isShown: boolean; children: ReactNode };

export function Group({ title, isShown, children }: Props) {
  const id = useId();
  if (!isShown) return null;
  return (
    <div className="grid gap-3">
      <p id={id} className="font-medium text-ink-soft text-sm">
        {title}
      </p>
      <ul aria-labelledby={id} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {children}
      </ul>
    </div>
  );
}
