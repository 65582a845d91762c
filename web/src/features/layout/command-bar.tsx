/** A search field that leads to any page by name, and a list of keyboard shortcuts. */
import { useRouter } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import { t } from "@/lib/language";
import type { NavGroup } from "@/ui/shell";
import type { Choice } from "./command-choices";
import { CommandFinder } from "./command-finder";
import type { Panel } from "./command-launcher";
import { Shortcuts } from "./shortcuts";

export type CommandBarProps = {
  panel: Panel;
  onPanel: (panel: Panel) => void;
  groups: NavGroup[];
  onClose: () => void;
};

/** The browser's own dialog traps the focus, closes on Escape, and restores the focus. */
export function CommandBar({ panel, onPanel, groups, onClose }: CommandBarProps) {
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);

  // One callback for the component's life: a new one would close and reopen the dialog.
  const open = useCallback((element: HTMLDialogElement) => {
    dialog.current = element;
    element.showModal();
    // A dialog that is removed without closing does not restore the focus.
    return () => element.close();
  }, []);

  function choose(choice: Choice) {
    // The dialog shows its other content and stays open.
    if ("panel" in choice) return onPanel(choice.panel);
    dialog.current?.close();
    if ("run" in choice) choice.run();
    else if ("href" in choice) router.history.push(choice.href);
    else void router.navigate(choice.link);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keyboard; this handles clicks on the backdrop, which target the dialog itself.
    <dialog
      ref={open}
      aria-label={panel === "search" ? t("Search or jump to") : t("Keyboard shortcuts")}
      onClose={({ currentTarget }) => {
        // The event comes later; the dialog may be open again.
        if (!currentTarget.open) onClose();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
      className="pop mx-auto mt-4 w-full max-w-[32rem] overflow-hidden rounded-card border border-hairline bg-surface text-ink shadow-drawer backdrop:bg-scrim sm:mt-[14vh]"
    >
      {panel === "search" ? (
        <CommandFinder groups={groups} onChoose={choose} />
      ) : (
        <Shortcuts onClose={() => dialog.current?.close()} />
      )}
    </dialog>
  );
}
