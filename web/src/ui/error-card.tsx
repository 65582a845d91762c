/** Shows an error: title, reason, request id, and a button if it can help. */
import { CircleAlert } from "lucide-react";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "./button";
import { CopyButton } from "./copy-button";

type Props = { error: unknown; action?: string; onAction?: () => void };

export function ErrorCard({ error, action, onAction }: Props) {
  const { title, detail, requestId } = problemOf(error);
  return (
    <div role="alert" className="flex flex-col items-start gap-3 px-5 py-5">
      <div className="flex gap-3">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          <p className="text-pretty text-ink-soft text-sm">{detail}</p>
          {requestId && <RequestId value={requestId} />}
        </div>
      </div>
      {onAction && <Button onClick={onAction}>{action}</Button>}
    </div>
  );
}

/** The request id, by which the operator finds the request in the logs. */
export function RequestId({ value }: { value: string }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-1 text-ink-faint text-xs">
      <span>{t("Request")}</span>
      <code className="break-all font-mono">{value}</code>
      <CopyButton value={value} what={t("request number")} compact />
    </p>
  );
}
