/** The owner gives an endpoint a new secret or key pair, and chooses how long the old one also signs. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/client";
import type { WebhookEndpoint } from "@/api/types";
import { rotateWebhookSecret } from "@/api/webhooks";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { OverlapField } from "@/ui/overlap-field";
import { Refusal } from "@/ui/refusal";

type Props = {
  endpoint: WebhookEndpoint;
  onRotated: (secret: string | null) => void;
  onClose: () => void;
};

export function RotateDialog({ endpoint, onRotated, onClose }: Props) {
  const rotate = useMutation(
    rotateWebhookSecret(useApi(), useQueryClient(), useWebsiteScope(), endpoint.id),
  );
  const [overlap, setOverlap] = useState("86400");
  const endsAtOnce = overlap === "0";
  const hasKeyPair = endpoint.signing === "v1a";
  // mutateAsync also resolves after the dialog was closed: the secret is shown only once.
  const run = () =>
    void rotate.mutateAsync(Number(overlap) / 3600).then(
      ({ secret }) => onRotated(secret ?? null),
      () => undefined,
    );
  return (
    <Dialog
      title={hasKeyPair ? t("Rotate key") : t("Rotate secret")}
      note={endpoint.url}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <OverlapField
          {...(hasKeyPair && { label: t("Old key stays valid for") })}
          atOnce={
            hasKeyPair
              ? t("Your receiver refuses events until it has the new public key from this page.")
              : t("Your receiver refuses events until it has the new secret.")
          }
          value={overlap}
          onChange={setOverlap}
        />
        {rotate.error && <Refusal error={rotate.error} />}
        <DialogActions>
          <Button variant={endsAtOnce ? "danger" : "primary"} busy={rotate.isPending} onClick={run}>
            {hasKeyPair ? t("Rotate key") : t("Rotate secret")}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
