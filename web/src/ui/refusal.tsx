/** Explains in a form or dialog why the server refused a change, or links to the field with the reason. */
import { classes } from "@/lib/classes";
import { t } from "@/lib/language";
import { isShownAtFields, problemOf } from "@/lib/problem";
import { RequestId } from "./error-card";

type Props = {
  error: Error;
  /** The members of the request whose fields show their own errors. */
  fields?: readonly string[];
  /** The command has an idempotency key, so the user can repeat it safely. */
  repeatable?: boolean;
  className?: string;
};

export function Refusal({ error, fields = [], repeatable = false, className }: Props) {
  if (isShownAtFields(error, fields)) return <ToField />;
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

/** Leads to the first refused field, which may be out of view above the button. */
export function ToField() {
  return <span hidden ref={focusOnRefused} />;
}

/** One function for all renderings, so that React calls it once for each refusal. */
function focusOnRefused(mark: HTMLElement | null) {
  const form = mark?.closest("form");
  const field = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (field) field.focus();
  // A refusal of several controls, such as a picture or checkboxes, is scrolled into view without focus.
  else form?.querySelector("[role=alert]")?.scrollIntoView?.({ block: "center" });
}
