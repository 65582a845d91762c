/** A new secret for the website's client: the old one ends at once, and the new one is shown once. */
import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useApi } from "@/api/client";
import type { Website } from "@/api/types";
import { rotateClientSecret } from "@/api/websites";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Confirm, SecretDialog } from "@/ui/later";

export function ClientSecret({ website }: { website: Website }) {
  const rotate = useMutation(rotateClientSecret(useApi(), website.id));
  const [open, setOpen] = useState<"question" | { secret: string } | null>(null);
  const close = () => setOpen(null);
  return (
    <Card aria-labelledby="client-secret">
      <CardHeader
        id="client-secret"
        title={t("Client secret")}
        note={t("Your back end uses it to get tokens at sign-in.")}
      />
      <div className="p-5">
        <Button onClick={() => setOpen("question")}>{t("Rotate client secret…")}</Button>
      </div>
      <Suspense>
        {open === "question" && (
          <Confirm
            title={t("Rotate the client secret of {name}?", { name: website.name })}
            effect={t(
              "The current secret stops working now. Sign-in to the website fails until your back end has the new one.",
            )}
            action={t("Rotate secret")}
            busy={rotate.isPending}
            error={rotate.error}
            onClose={close}
            onConfirm={() =>
              rotate.mutate(undefined, {
                onSuccess: ({ client_secret }) => setOpen({ secret: client_secret }),
              })
            }
          />
        )}
        {open !== null && open !== "question" && (
          <SecretDialog
            title={t("Save this secret now")}
            kind="clientSecret"
            secret={open.secret}
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  );
}
