/** The owner rotates the client's secret and sees the new one once. */
import { lazy, Suspense, useState } from "react";
import type { Website } from "@/api/types";
import { t } from "@/lib/language";
import { absoluteTime } from "@/lib/time";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { SecretDialog } from "@/ui/later-secret";

const RotateClientDialog = lazy(async () => ({
  default: (await import("./rotate-client-dialog")).RotateClientDialog,
}));

export function ClientSecret({ website }: { website: Website }) {
  const [open, setOpen] = useState<"question" | { secret: string } | null>(null);
  const close = () => setOpen(null);
  return (
    <Card aria-labelledby="client-secret">
      <CardHeader
        id="client-secret"
        title={t("Client secret")}
        note={t("Your back end uses it to get tokens at sign-in.")}
      />
      <div className="grid justify-items-start gap-4 p-5">
        {website.previous_secret_until && (
          <Facts facts={[[t("Old secret until"), absoluteTime(website.previous_secret_until)]]} />
        )}
        <Button onClick={() => setOpen("question")}>{t("Rotate client secret…")}</Button>
      </div>
      <Suspense>
        {open === "question" && (
          <RotateClientDialog
            website={website}
            onRotated={(secret) => setOpen({ secret })}
            onClose={close}
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
