/** A command or a piece of code with its copy button. */
import { useId } from "react";
import { CopyButton } from "./copy-button";

type Props = { title: string; code: string; note?: string };

export function CodeBlock({ title, code, note }: Props) {
  const id = useId();
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 flex items-end justify-between gap-3">
        <span className="min-w-0">
          <span id={id} className="font-medium text-sm">
            {title}
          </span>
          {note && <span className="block break-words text-ink-faint text-sm">{note}</span>}
        </span>
        <CopyButton value={code} what={title} label="Copy" />
      </figcaption>
      <section
        aria-labelledby={id}
        // A region that scrolls must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        className="overflow-x-auto rounded-control bg-well p-4"
      >
        <pre className="font-mono text-[0.8125rem] leading-relaxed">{code}</pre>
      </section>
    </figure>
  );
}
