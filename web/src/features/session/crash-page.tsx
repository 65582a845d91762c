/** Where an error ends that no page has caught. */
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { CenteredPage } from "@/ui/centered-page";
import { RequestId } from "@/ui/error-card";

export function CrashPage({ error }: { error: unknown }) {
  const { title, detail, requestId } = problemOf(error);
  return (
    <CenteredPage title={title}>
      <div role="alert" className="text-pretty text-ink-soft">
        {detail}
        {requestId && <RequestId value={requestId} />}
      </div>
      <Button variant="primary" className="mt-6 w-full" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </CenteredPage>
  );
}
