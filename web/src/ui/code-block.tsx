/** Shows a command or code with a copy button. */
import { useId } from "react";
import { classes } from "@/lib/classes";
import { t } from "@/lib/language";
import { CopyButton } from "./copy-button";

type Props = {
  title: string;
  code: string;
  note?: string;
  /** Text without spaces is broken at any character instead of scrolled. */
  wraps?: boolean;
};

export function CodeBlock({ title, code, note, wraps = false }: Props) {
  const id = useId();
  const Text = wraps ? "code" : "pre";
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 flex items-end justify-between gap-3">
        <span className="min-w-0">
          <span id={id} className="font-medium text-sm">
            {title}
          </span>
          {note && <span className="block break-words text-ink-faint text-sm">{note}</span>}
        </span>
        <CopyButton value={code} what={title} label={t("Copy")} />
      </figcaption>
      <section
        aria-labelledby={id}
        // Keyboard users must be able to focus a scrolling region.
        tabIndex={wraps ? undefined : 0}
        className="overflow-x-auto rounded-control bg-well p-4"
      >
        <Text
          className={classes("font-mono text-[0.8125rem] leading-relaxed", wraps && "break-all")}
        >
          {code}
        </Text>
      </section>
    </figure>
  );
}
