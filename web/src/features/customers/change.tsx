/** Shows the available credits before and after a change, before it is submitted. */
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";

type Props = { before: number; after: number | null; scale: number; note: string | null };

export function Change({ before, after, scale, note }: Props) {
  const figure = (value: number) => formatAmount(value, { scale });
  return (
    <div className="rounded-control bg-well px-4 py-3 text-sm">
      <p className="text-ink-faint text-xs">{t("Available")}</p>
      <p role="status" className="font-medium tabular-nums">
        {after === null ? (
          figure(before)
        ) : (
          <>
            {figure(before)}{" "}
            <span className="text-ink-soft">
              {formatAmount(after - before, { scale, signed: true })}
              {" ="}{" "}
            </span>
            <strong className="font-semibold">{figure(after)}</strong>
          </>
        )}
      </p>
      {note && <p className="text-ink-soft text-xs">{note}</p>}
    </div>
  );
}
