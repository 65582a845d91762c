/** What a key may spend at most: by one operation, and in one day. */
import { typedAmount } from "@/lib/credit-change";
import { TextField } from "@/ui/field";

export type TypedCaps = { perOperation: string; perDay: string };

/** As figures; what is empty is no cap. Null when one of them is no number. */
export function capsOf({ perOperation, perDay }: TypedCaps) {
  const [per_operation, per_day] = [capOf(perOperation), capOf(perDay)];
  if (per_operation === undefined || per_day === undefined) return null;
  return {
    ...(per_operation !== null && { per_operation }),
    ...(per_day !== null && { per_day }),
  };
}

function capOf(typed: string): number | null | undefined {
  return typed.trim() === "" ? null : (typedAmount(typed, 0) ?? undefined);
}

type Props = { value: TypedCaps; onChange: (value: TypedCaps) => void };

export function CapsFields({ value, onChange }: Props) {
  const wrong = (typed: string) =>
    capOf(typed) === undefined ? "Enter a whole number, or nothing." : undefined;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="At most per operation"
        inputMode="numeric"
        autoComplete="off"
        placeholder="No cap"
        value={value.perOperation}
        onChange={(event) => onChange({ ...value, perOperation: event.target.value })}
        error={wrong(value.perOperation)}
      />
      <TextField
        label="At most per day (UTC)"
        inputMode="numeric"
        autoComplete="off"
        placeholder="No cap"
        value={value.perDay}
        onChange={(event) => onChange({ ...value, perDay: event.target.value })}
        error={wrong(value.perDay)}
      />
    </div>
  );
}
