/** Asks the user to confirm an action that cannot be undone; names the object, the effect and the action. */
import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { type ReactNode, useRef } from "react";
import { t } from "@/lib/language";
import { Button } from "./button";
import { firstField } from "./first-field";
import { Refusal } from "./refusal";

type Props = {
  /** The action and the object: "Revoke Production?". */
  title: string;
  /** The effect of the action and whom it affects. */
  effect: ReactNode;
  /** The action as a verb: "Revoke key". */
  action: string;
  cancel?: string;
  busy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
  /** More fields, such as a reason. */
  children?: ReactNode;
};

export function Confirm(props: Props) {
  const { title, effect, action, cancel = t("Cancel"), busy, error, onConfirm, onClose } = props;
  const { children } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        open
        onOpenChange={(open) => {
          if (!open && !busy) onClose();
        }}
      >
        <Base.Portal container={document.querySelector("main")}>
          {/* The backdrop also covers a dialog below, which must not be pressed. */}
          <Base.Backdrop forceRender className="fixed inset-0 z-30 bg-scrim" />
          <Base.Viewport className="fixed inset-0 z-30 flex items-start justify-center overflow-y-auto sm:p-6 sm:pt-[14vh]">
            <Base.Popup
              ref={popup}
              initialFocus={(openedBy) => firstField(popup.current, openedBy)}
              className="pop w-full max-w-[27rem] rounded-card border border-hairline bg-surface p-5 text-ink shadow-drawer outline-none max-sm:mt-auto max-sm:max-w-none max-sm:rounded-b-none sm:p-6"
            >
              <Base.Title className="wrap-anywhere font-semibold text-lg">{title}</Base.Title>
              <Base.Description className="mt-1 text-pretty text-ink-soft text-sm">
                {effect}
              </Base.Description>
              {children && <div className="mt-4">{children}</div>}
              {error && <Refusal error={error} className="mt-4" />}
              <div className="mt-5 flex flex-wrap justify-end gap-3">
                <Button onClick={onClose}>{cancel}</Button>
                <Button variant="danger" busy={busy} onClick={onConfirm}>
                  {action}
                </Button>
              </div>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
