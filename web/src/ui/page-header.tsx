/** Shows a page's heading and its actions, and sets the document title. */
import { type ReactNode, use } from "react";
import { WebsiteNameContext } from "./website-name";

type Props = {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  /** The heading replaces the focused element at the same address, so it takes the focus. */
  takesFocus?: boolean;
};

/** One function for all renderings, so that React calls it once, when the heading appears. */
function focusOn(heading: HTMLElement | null) {
  heading?.focus();
}

export function PageHeader({ title, note, action, takesFocus = false }: Props) {
  const websiteName = use(WebsiteNameContext);
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <title>{[title, websiteName, "Tollgate"].filter(Boolean).join(" · ")}</title>
      <div className="min-w-0">
        {websiteName !== null && (
          // The height is the same before and after the name is known.
          <p className="truncate font-medium text-ink-faint text-sm lg:hidden">
            {websiteName || "\u00a0"}
          </p>
        )}
        <h1
          ref={takesFocus ? focusOn : null}
          tabIndex={-1}
          className="wrap-anywhere font-semibold text-2xl"
        >
          {title}
        </h1>
        {note && <p className="text-pretty text-ink-soft">{note}</p>}
      </div>
      {action}
    </header>
  );
}
