/** Says why an automatic top-up was not changed, and what to do next. */
import { CircleAlert } from "lucide-react";
import { slugOf } from "@/api/billing-command";
import { t } from "@/lib/language";
import { Notice } from "@/ui/notice";
import { Refusal, ToField } from "@/ui/refusal";

type Props = {
  error: Error;
  /** The members of the request whose fields show their own errors. */
  fields?: readonly string[];
  /** The user had agreed already when the server refused. */
  isAgreed?: boolean;
};

export function TopUpProblem({ error, fields = [], isAgreed = false }: Props) {
  switch (slugOf(error)) {
    // The field of the monthly limit shows it.
    case "cap-too-low":
      return <ToField />;
    case "needs-consent":
      return (
        <Notice icon={CircleAlert} tone="warn" urgent>
          {isAgreed
            ? t("Nothing was changed: the price has changed since you saw it. Reload the page.")
            : t("Nothing was changed: this needs your agreement. Tick the sentence above.")}
        </Notice>
      );
    case "topup-pending":
      return (
        <Notice icon={CircleAlert} tone="warn" urgent>
          {t("A purchase is still being paid. Its result appears here in a moment.")}
        </Notice>
      );
    default:
      return <Refusal error={error} fields={fields} repeatable />;
  }
}
