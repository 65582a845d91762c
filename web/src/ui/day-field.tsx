/** Filters a list by a day in UTC; the request is sent when the day is complete. */
import { useState } from "react";

type Props = {
  label: string;
  min?: string;
  max?: string;
  value: string;
  onChange: (day: string) => void;
};

export function DayField({ label, min = "", max = "", value, onChange }: Props) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // A new address, such as after "back", brings its own day.
  if (value !== lastValue) {
    setLastValue(value);
    setTyped(value);
  }
  return (
    <label className="inline-flex items-center gap-2 text-ink-soft text-sm">
      {label}
      <input
        type="date"
        min={min}
        max={max}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          // The field is empty while the user types a day; this does not remove the filter.
          const isWhole = target.value !== "" || !target.validity.badInput;
          if (isWhole) onChange(target.value);
        }}
        className="min-h-9 rounded-control border border-field-edge bg-surface px-3 text-ink text-sm shadow-control"
      />
    </label>
  );
}
