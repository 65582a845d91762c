/** Opens the command bar by a button that looks like its field, or by keys on every page. */
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type ComponentType, useEffect, useState } from "react";
import { t } from "@/lib/language";
import type { NavGroup } from "@/ui/shell";
import type { CommandBarProps } from "./command-bar";
import { remember } from "./recent";
import { areSingleKeysOn } from "./single-keys";

type Bar = ComponentType<CommandBarProps>;

export type Panel = "search" | "shortcuts";

/** `groups` are the navigation's pages: the bar finds all of them. */
export function CommandLauncher({ groups }: { groups: NavGroup[] }) {
  const [panel, setPanel] = useState<Panel | null>(null);
  // Not lazy(): it suspends once more on rendering and loses the first typed letters.
  const [Bar, setBar] = useState<Bar | null>(null);
  const router = useRouter();
  const queries = useQueryClient();

  const isOpen = panel !== null;
  // The bar loads after the page, or on first use, so that users do not wait for it.
  useEffect(() => {
    if (Bar) return;
    const load = async () => {
      const { CommandBar } = await import("./command-bar");
      setBar(() => CommandBar);
    };
    const later = setTimeout(() => void load(), isOpen ? 0 : 1_000);
    return () => clearTimeout(later);
  }, [Bar, isOpen]);

  // Keys work with any focus, so the document handles them.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const next = hasOpenDialog() ? null : panelOf(event);
      if (next === null) return;
      event.preventDefault();
      setPanel((panel) => (next === "search" && panel === "search" ? null : next));
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  // The router reports each visit while the previous page still shows its heading.
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) remember(queries, fromLocation.href, headingText());
      }),
    [router, queries],
  );

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setPanel("search")}
        className="flex min-h-10 items-center gap-2 rounded-control px-3 text-ink-faint text-sm hover:text-ink lg:w-72 lg:border lg:border-hairline-strong lg:bg-surface lg:shadow-control"
      >
        <Search aria-hidden className="size-4" />
        <span className="max-lg:sr-only">{t("Search or jump to…")}</span>
        <kbd aria-hidden className="ml-auto hidden font-sans text-xs lg:block">
          {isApple() ? "⌘K" : t("Ctrl K")}
        </kbd>
      </button>
      {Bar && panel !== null && (
        <Bar panel={panel} onPanel={setPanel} groups={groups} onClose={() => setPanel(null)} />
      )}
    </>
  );
}

/** ⌘K or Ctrl+K work everywhere; a question mark works outside of fields unless single keys are off. */
function panelOf(event: KeyboardEvent): Panel | null {
  const { key, metaKey, ctrlKey, altKey, target } = event;
  if (altKey || event.isComposing) return null;
  if (metaKey || ctrlKey) return key.toLowerCase() === "k" && !event.shiftKey ? "search" : null;
  const isWriting = target instanceof Element && target.closest("input, textarea, select") !== null;
  return key === "?" && !isWriting && areSingleKeysOn() ? "shortcuts" : null;
}

/** A dialog of the page is open; it may wait for a response or show a secret once. */
function hasOpenDialog(): boolean {
  return document.querySelector('main [role="dialog"], main [role="alertdialog"]') !== null;
}

function headingText(): string {
  return document.querySelector("main h1")?.textContent ?? "";
}

function isApple(): boolean {
  return /Mac|iP/.test(navigator.platform);
}
