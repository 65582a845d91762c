/** Shows an unexpected error: inside the frame if only a page failed, or alone. */
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { CenteredPage } from "@/ui/centered-page";
import { ErrorCard, RequestId } from "@/ui/error-card";
import { PageHeader } from "@/ui/page-header";

/** One page failed; the frame still works. */
export function BrokenPage({ error }: { error: unknown }) {
  return (
    <>
      <PageHeader title={t("This page cannot be shown")} />
      <Card>
        <ErrorCard error={error} action={t("Reload the page")} onAction={() => location.reload()} />
      </Card>
    </>
  );
}

/** The frame failed or has not loaded. */
export function CrashPage({ error }: { error: unknown }) {
  const { title, detail, requestId } = problemOf(error);
  return (
    <CenteredPage title={title}>
      <div role="alert" className="text-pretty text-ink-soft">
        {detail}
        {requestId && <RequestId value={requestId} />}
      </div>
      <Button variant="primary" className="mt-6 w-full" onClick={() => location.reload()}>
        {t("Reload the page")}
      </Button>
    </CenteredPage>
  );
}
