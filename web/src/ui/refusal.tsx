/** Why a change was not made, in words, inside a form or a dialog; or the way to the field that says it. */
import { classes } from "@/lib/classes";
import { t } from "@/lib/language";
import { isSaidAt, problemOf } from "@/lib/problem";
import { RequestId } from "./error-card";

type Props = {
  error: Error;
  /** The members of the request whose fields show what is said of them. */
  fields?: readonly string[];
  /** The command carries its own key: sent again it is done at most once. */
  repeatable?: boolean;
  className?: string;
};

export function Refusal({ error, fields = [], repeatable = false, className }: Props) {
  if (isSaidAt(error, fields)) return <ToField />;
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
          ? t("It may have succeeded anyway. Send it again unchanged: it is never done twice.")
          : detail}
      </p>
      {requestId && <RequestId value={requestId} />}
    </div>
  );
}

/** Leads to the first field that was refused, which may be out of sight above the button. */
export function ToField() {
  return <span hidden ref={focusOnRefused} />;
}

/** One function for all renderings, so that React calls it once for each refusal. */
function focusOnRefused(mark: HTMLElement | null) {
  const form = mark?.closest("form");
  const field = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (field) field.focus();
  // What is not one field, as a picture or a list of ticks, is not focused, but seen.
  else form?.querySelector("[role=alert]")?.scrollIntoView?.({ block: "center" });
}
