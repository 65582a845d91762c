/** Gives an endpoint a new signing secret; for a while both sign. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/client";
import { useSite } from "@/api/site";
import type { WebhookEndpoint } from "@/api/types";
import { rotateWebhookSecret } from "@/api/webhooks";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Segmented } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";

const overlaps = [
  { value: "0", label: t("None") },
  { value: "1", label: t("1 hour") },
  { value: "24", label: t("1 day") },
  { value: "72", label: t("3 days") },
];

type Props = {
  endpoint: WebhookEndpoint;
  onRotated: (secret: string | null) => void;
  onClose: () => void;
};

export function RotateDialog({ endpoint, onRotated, onClose }: Props) {
  const rotate = useMutation(
    rotateWebhookSecret(useApi(), useQueryClient(), useSite(), endpoint.id),
  );
  const [overlap, setOverlap] = useState("24");
  const endsAtOnce = overlap === "0";
  // The promise is kept also when the dialog is closed meanwhile: the secret is told this once.
  const run = () =>
    void rotate.mutateAsync(Number(overlap)).then(
      ({ secret }) => onRotated(secret ?? null),
      () => undefined,
    );
  return (
    <Dialog title={t("Rotate the secret")} note={endpoint.url} onClose={onClose}>
      <div className="grid gap-4">
        <Segmented
          label={t("Old secret stays valid for")}
          help={
            endsAtOnce
              ? t(
                  "From now on events are signed with the new secret only. Your receiver refuses them until it has it.",
                )
              : t("During this time events are signed with both secrets.")
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
