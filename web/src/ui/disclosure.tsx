/** A button opens a small panel below itself; Escape, a link in it, or leaving it closes it. */
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { classes } from "@/lib/classes";

type Props = {
  /** Names the panel's content for screen readers, after the button's own text. */
  label: string;
  summary: ReactNode;
  /** The button is round, and its panel is aligned with its right edge. */
  round?: boolean;
  children: ReactNode;
};

export function Disclosure({ label, summary, round = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !isOpen) return;
    // One key press closes only the panel, and not the drawer around it.
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events that bubble from the button and the links, which have the roles.
    <div
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
        className={
          round
            ? "grid size-10 place-items-center rounded-full"
            : "flex min-h-12 w-full items-center gap-2.5 rounded-control border border-hairline-strong bg-surface px-2 py-1.5 shadow-control hover:bg-well"
        }
      >
        {summary}
        <span className="sr-only">{label}</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: handles clicks that bubble from links, which keys trigger too. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it have the roles. */}
      <div
        id={panel}
        hidden={!isOpen}
        // A click on the panel must not blur the button, which would close the panel.
        tabIndex={-1}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest("a")) setOpen(false);
        }}
        className={classes(
          "absolute top-full mt-1 rounded-control border border-hairline-strong bg-surface p-1 shadow-drawer outline-none",
          round ? "right-0 z-20 w-72" : "inset-x-0 z-10",
        )}
      >
        {isOpen && children}
      </div>
    </div>
  );
}
