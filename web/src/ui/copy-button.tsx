/** Copies a text and announces it visually and to screen readers. */
import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { classes } from "@/lib/classes";
import { t } from "@/lib/language";

type Props = {
  value: string;
  /** The copied object, for the button's accessible name: "client id". */
  what: string;
  /** The text next to the icon. */
  label?: string;
  compact?: boolean;
};

type State = "idle" | "copied" | "failed";

function wordsOf(state: State): string {
  if (state === "idle") return "";
  return state === "copied" ? t("Copied") : t("Copying is blocked here; select the text.");
}

export function CopyButton({ value, what, label, compact = false }: Props) {
  const [state, setState] = useState<State>("idle");
  const fading = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setState("copied");
    } catch {
      setState("failed");
    }
    clearTimeout(fading.current);
    fading.current = setTimeout(() => setState("idle"), 2500);
  }

  const Icon = state === "copied" ? Check : Copy;
  return (
    <span className="inline-flex items-center">
      <button
        type="button"
        onClick={() => void copy()}
        // A page may have several "Copy" buttons, so each accessible name includes the object.
        aria-label={t("Copy {what}", { what })}
        title={label ? undefined : t("Copy {what}", { what })}
        className={classes(
          "inline-flex items-center justify-center gap-2 rounded-control text-ink-soft hover:bg-well hover:text-ink",
          compact ? "size-6" : "min-h-9 min-w-9",
          label && "border border-hairline-strong bg-surface px-3 font-medium text-ink text-sm",
        )}
      >
        <Icon aria-hidden className={classes("size-4", state === "copied" && "text-accent")} />
        {label}
      </button>
      <span role="status" className={state === "failed" ? "pl-5 text-danger text-xs" : "sr-only"}>
        {wordsOf(state)}
      </span>
    </span>
  );
}
