/** Gives the website's client a new secret; the old one stays valid for as long as the owner says. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/client";
import type { Website } from "@/api/types";
import { rotateClientSecret } from "@/api/websites";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Segmented } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";

const overlaps = [
  { value: "0", label: t("None") },
  { value: "3600", label: t("1 hour") },
  { value: "86400", label: t("1 day") },
  { value: "604800", label: t("1 week") },
];

type Props = { website: Website; onRotated: (secret: string) => void; onClose: () => void };

export function RotateClientDialog({ website, onRotated, onClose }: Props) {
  const rotate = useMutation(rotateClientSecret(useApi(), useQueryClient(), website.id));
  const [overlap, setOverlap] = useState("86400");
  const endsAtOnce = overlap === "0";
  // The promise is kept also when the dialog is closed meanwhile: the secret is told this once.
  const run = () =>
    void rotate.mutateAsync(Number(overlap)).then(
      ({ client_secret }) => onRotated(client_secret),
      () => undefined,
    );
  return (
    <Dialog
      title={t("Rotate the client secret of {name}?", { name: website.name })}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Segmented
          label={t("Old secret stays valid for")}
          help={
            endsAtOnce
              ? t(
                  "All secrets in use stop working now. Sign-in to the website fails until your back end has the new one.",
                )
              : t("Both secrets work during this time.")
          }
          options={overlaps}
          value={overlap}
          onChange={setOverlap}
        />
        {rotate.error && <Refusal error={rotate.error} />}
        <DialogActions>
          <Button variant={endsAtOnce ? "danger" : "primary"} busy={rotate.isPending} onClick={run}>
            {t("Rotate secret")}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
