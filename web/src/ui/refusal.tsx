/** Why a change was not made, in words, inside a form or a dialog. */
import { classes } from "@/lib/classes";
import { problemOf } from "@/lib/problem";
import { RequestId } from "./error-card";

type Props = {
  error: Error;
  /** The command carries its own key: sent again it is done at most once. */
  repeatable?: boolean;
  className?: string;
};

export function Refusal({ error, repeatable = false, className }: Props) {
  const { kind, title, detail, requestId } = problemOf(error);
  const isUncertain = kind === "timeout" || kind === "offline";
  return (
    <div
      role="alert"
      className={classes(
        "rounded-control bg-danger-soft px-4 py-3 text-danger-ink text-sm",
        className,
      )}
    >
      <p className="font-semibold">{title}</p>
      <p className="text-pretty">
        {isUncertain && repeatable
          ? "It may have been done all the same. Send it again as it is: it is never done twice."
          : detail}
      </p>
      {requestId && <RequestId value={requestId} />}
    </div>
  );
}
