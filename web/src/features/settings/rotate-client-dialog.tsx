/** The owner gives the website's client a new secret, and chooses how long the old one stays valid. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/client";
import type { Website } from "@/api/types";
import { rotateClientSecret } from "@/api/websites";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { OverlapField } from "@/ui/overlap-field";
import { Refusal } from "@/ui/refusal";

type Props = { website: Website; onRotated: (secret: string) => void; onClose: () => void };

export function RotateClientDialog({ website, onRotated, onClose }: Props) {
  const rotate = useMutation(rotateClientSecret(useApi(), useQueryClient(), website.id));
  const [overlap, setOverlap] = useState("86400");
  const endsAtOnce = overlap === "0";
  // mutateAsync also resolves after the dialog was closed: the secret is shown only once.
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
        <OverlapField
          atOnce={t(
            "All secrets in use stop working now. Sign-in to the website fails until your back end has the new one.",
          )}
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
