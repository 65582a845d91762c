/** The ways to the first and the next page of a list whose pages follow each other by cursor. */
import type { ReactNode } from "react";

type Props = {
  /** What is shown, in words. */
  status: string;
  children: ReactNode;
};

export function Pager({ status, children }: Props) {
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-3 border-hairline border-t px-5 py-3"
    >
      <p role="status" className="text-ink-faint text-sm">
        {status}
      </p>
      <div className="flex gap-2">{children}</div>
    </nav>
  );
}
