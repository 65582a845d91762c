/** Buttons, and links that look like buttons. */
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { classes } from "@/lib/classes";

type ButtonStyle = { variant?: keyof typeof variants; size?: keyof typeof sizes };

const variants = {
  primary: "bg-primary text-primary-ink shadow-control hover:bg-primary-hover",
  secondary: "border border-hairline-strong bg-surface text-ink shadow-control hover:bg-well",
  danger: "bg-danger text-surface shadow-control hover:bg-danger-ink",
  quiet: "text-ink-soft hover:bg-well hover:text-ink",
};

const sizes = {
  small: "min-h-9 px-3 text-sm",
  medium: "min-h-10 px-4 text-sm",
  large: "min-h-12 px-5 text-base",
};

function buttonClasses({ variant = "secondary", size = "medium" }: ButtonStyle, extra?: string) {
  return classes(
    "inline-flex items-center justify-center gap-2 rounded-control font-medium transition-colors",
    "disabled:cursor-default disabled:opacity-60",
    variants[variant],
    sizes[size],
    extra,
  );
}

type ButtonProps = ComponentProps<"button"> & ButtonStyle & { busy?: boolean };

/** A busy button keeps the focus and ignores clicks, so it stays in the tab order. */
export function Button({ variant, size, busy = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      className={buttonClasses(
        { ...(variant && { variant }), ...(size && { size }) },
        classes(busy && "opacity-60", className),
      )}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    />
  );
}

type AnchorProps = ComponentProps<"a"> & ButtonStyle;

/** A link to a page outside of the app; inside the app use `ButtonLink`. */
export function ButtonAnchor({ variant, size, className, ...rest }: AnchorProps) {
  return (
    <a
      className={buttonClasses({ ...(variant && { variant }), ...(size && { size }) }, className)}
      {...rest}
    />
  );
}

export const ButtonLink = createLink(ButtonAnchor);
