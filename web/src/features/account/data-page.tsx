/** Exports the user's data as a file and deletes the account. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { exportAccount, profileQuery } from "@/api/account";
import { useAccountApi } from "@/api/client";
import { t } from "@/lib/language";
import { saveFile } from "@/lib/save-file";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { PageHeader } from "@/ui/page-header";
import { Refusal } from "@/ui/refusal";

const DeleteDialog = lazy(async () => ({
  default: (await import("./delete-dialog")).DeleteDialog,
}));

export function DataPage() {
  return (
    <>
      <PageHeader title={t("Your data")} note={t("Download your data or delete your account.")} />
      <div className="grid grid-cols-1 gap-6">
        <DownloadCard />
        <DeleteCard />
      </div>
    </>
  );
}

function DownloadCard() {
  const ask = useMutation(exportAccount(useAccountApi()));
  return (
    <Card aria-labelledby="download">
      <CardHeader id="download" title={t("Download")} />
      <div className="flex flex-wrap items-center justify-between gap-4 px-5 py-4">
        <p className="max-w-[36rem] text-pretty text-ink-soft text-sm">
          {t(
            "Your profile, ways to sign in, sessions, apps and account activity as one JSON file. Your credits are under Credits, as CSV.",
          )}
        </p>
        <Button
          busy={ask.isPending}
          onClick={() =>
            ask.mutate(undefined, {
              onSuccess: (text) => saveFile("tollgate-my-data.json", "application/json", text),
            })
          }
        >
          <Download aria-hidden className="size-4" />
          {t("Download my data")}
        </Button>
        {ask.error && <Refusal error={ask.error} className="w-full" />}
      </div>
    </Card>
  );
}

function DeleteCard() {
  const profile = useQuery(profileQuery(useAccountApi()));
  const [isOpen, setOpen] = useState(false);
  return (
    <Card aria-labelledby="delete">
      <CardHeader id="delete" title={t("Delete your account")} />
      <div className="flex flex-wrap items-center justify-between gap-4 px-5 py-4">
        <p className="max-w-[36rem] text-pretty text-ink-soft text-sm">
          {t(
            "You will be signed out everywhere. Sign in within 14 days to keep the account. After that it cannot be restored, your credits cannot be used, and your websites stop working.",
          )}
        </p>
        <Button variant="danger" disabled={!profile.data} onClick={() => setOpen(true)}>
          {t("Delete account…")}
        </Button>
      </div>
      <Suspense>
        {isOpen && profile.data && (
          <DeleteDialog
            confirm={profile.data.email ?? profile.data.id}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </Card>
  );
}
