/** Shows a dialog with title, text and content; it traps the focus and restores it on closing. */
import { CSPProvider } from "@base-ui/react/csp-provider";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { classes } from "@/lib/classes";
import { t } from "@/lib/language";
import { firstField } from "./first-field";
import { AskToLeave, UnsavedGuard, useUnsaved } from "./unsaved";

type Props = {
  title: string;
  note?: ReactNode;
  /** A panel at the right edge for reading, instead of a card in the middle for a decision. */
  side?: boolean;
  /** A card with two columns on wide screens. */
  wide?: boolean;
  /** Only the dialog's own buttons close it, because its content is shown once. */
  firm?: boolean;
  onClose: () => void;
  children: ReactNode;
};

// The margin positions a tall card so that its start can be scrolled into view.
const card =
  "w-full max-w-[32rem] rounded-card max-sm:mt-auto max-sm:max-w-none max-sm:rounded-b-none";
const sheet = "ml-auto h-dvh w-full max-w-[32rem]";

/** The dialog is open while it is rendered; `onClose` asks its parent to stop rendering it. */
export function Dialog({
  title,
  note,
  side = false,
  wide = false,
  firm = false,
  onClose,
  children,
}: Props) {
  const popup = useRef<HTMLDivElement>(null);
  const { listeners, isUnsaved, forget } = useUnsaved();
  const [isAsking, setAsking] = useState(false);

  function leave() {
    forget();
    onClose();
  }

  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        open
        disablePointerDismissal={firm}
        onOpenChange={(open, { reason, cancel }) => {
          if (open) return;
          if (firm && reason === "escape-key") cancel();
          else if (isUnsaved()) setAsking(true);
          else onClose();
        }}
      >
        <Base.Portal container={portal()}>
          {/* The backdrop also covers a dialog below, which must not be pressed. */}
          <Base.Backdrop forceRender className="fixed inset-0 z-30 bg-scrim" />
          <Base.Viewport
            className={classes(
              // The padding keeps a focused field clear of the sticky buttons.
              "fixed inset-0 z-30 flex scroll-pb-24 overflow-y-auto",
              side ? "" : "items-start justify-center sm:px-6 sm:pt-[10vh]",
            )}
          >
            <Base.Popup
              ref={popup}
              initialFocus={(openedBy) => firstField(popup.current, openedBy)}
              className={classes(
                "pop border border-hairline bg-surface text-ink shadow-drawer outline-none",
                side ? classes(sheet, "scroll-pb-24 overflow-y-auto") : card,
                wide && "lg:max-w-[56rem]",
              )}
              {...listeners}
            >
              <header className="flex items-start justify-between gap-4 px-5 pt-5 sm:px-6">
                <div className="min-w-0">
                  <Base.Title className="wrap-anywhere font-semibold text-lg">{title}</Base.Title>
                  {note && (
                    <Base.Description className="text-pretty text-ink-soft text-sm">
                      {note}
                    </Base.Description>
                  )}
                </div>
                {!firm && (
                  <Base.Close
                    aria-label={t("Close")}
                    className="-mt-1 -mr-2 grid size-10 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-well"
                  >
                    <X aria-hidden className="size-5" />
                  </Base.Close>
                )}
              </header>
              <div className="px-5 pt-4 pb-5 sm:px-6">{children}</div>
              {isAsking && <AskToLeave onStay={() => setAsking(false)} onLeave={leave} />}
              <UnsavedGuard isUnsaved={isUnsaved} isSearchGuarded />
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

/** The portal is inside `main`, so that all content stays inside a landmark. */
function portal(): HTMLElement | null {
  return document.querySelector("main");
}
