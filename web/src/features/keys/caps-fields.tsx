/** Fields for a key's spending limits per operation and per day. */
import { amountRule, typedAmount } from "@/lib/credit-change";
import { t } from "@/lib/language";
import { TextField } from "@/ui/field";

export type TypedCaps = { perOperation: string; perDay: string };

/** Converts to smallest units; an empty field is no limit. Returns null if a field is not a number of this scale. */
export function capsOf({ perOperation, perDay }: TypedCaps, scale: number) {
  const [per_operation, per_day] = [capOf(perOperation, scale), capOf(perDay, scale)];
  if (per_operation === undefined || per_day === undefined) return null;
  return {
    ...(per_operation !== null && { per_operation }),
    ...(per_day !== null && { per_day }),
  };
}

function capOf(typed: string, scale: number): number | null | undefined {
  return typed.trim() === "" ? null : (typedAmount(typed, scale) ?? undefined);
}

type Props = { scale: number; value: TypedCaps; onChange: (value: TypedCaps) => void };

export function CapsFields({ scale, value, onChange }: Props) {
  const wrong = (typed: string) =>
    capOf(typed, scale) === undefined
      ? t("Enter {rule}, or leave empty.", { rule: amountRule(scale) })
      : undefined;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t("Limit per operation")}
        inputMode="decimal"
        autoComplete="off"
        placeholder={t("No limit")}
        value={value.perOperation}
        onChange={(event) => onChange({ ...value, perOperation: event.target.value })}
        error={wrong(value.perOperation)}
      />
      <TextField
        label={t("Limit per day (UTC)")}
        inputMode="decimal"
        autoComplete="off"
        placeholder={t("No limit")}
        value={value.perDay}
        onChange={(event) => onChange({ ...value, perDay: event.target.value })}
        error={wrong(value.perDay)}
      />
    </div>
  );
}
