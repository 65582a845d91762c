/** The buttons at the end of a dialog's form stay visible in a long form. */
import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { t } from "@/lib/language";
import { Button } from "./button";

type Props = { cancel?: string; children: ReactNode };

export function DialogActions({ cancel = t("Cancel"), children }: Props) {
  return (
    <div className="sticky bottom-0 z-10 -mb-5 flex flex-wrap justify-end gap-3 border-hairline border-t bg-surface py-4">
      <Base.Close render={<Button />}>{cancel}</Base.Close>
      {children}
    </div>
  );
}
