/** Form controls for a choice: one of a row, one of a list, yes or no. */
import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "@/lib/classes";

type Option<Value extends string> = { value: Value; label: string };

type SegmentedProps<Value extends string> = {
  label: string;
  help?: string;
  options: Option<Value>[];
  /** Long options: two per row on phones. */
  inPairs?: boolean;
  /** More options than one row holds: each is as wide as its text. */
  isLoose?: boolean;
  value: Value;
  onChange: (value: Value) => void;
};

/** Radio buttons in a row; the browser moves between them by arrow keys. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, help, options, inPairs = false, isLoose = false, value, onChange } = props;
  const id = useId();
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={help && `${id}-help`}>
      <legend className="float-left mb-1.5 font-medium text-sm">{label}</legend>
      <div
        className={classes(
          "clear-both gap-0.5 rounded-control bg-well p-0.5",
          inPairs ? "grid grid-cols-2 sm:flex" : "flex flex-wrap",
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(
              "flex min-h-10 cursor-pointer items-center justify-center whitespace-nowrap rounded-chip px-3 text-ink-soft text-sm has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-control has-focus-visible:outline-2 has-focus-visible:outline-focus",
              !isLoose && "flex-1",
            )}
          >
            <input
              type="radio"
              name={id}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
      {help && (
        <p id={`${id}-help`} className="text-ink-faint text-sm">
          {help}
        </p>
      )}
    </fieldset>
  );
}

type TickProps = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  help?: ReactNode;
  /** The switch takes effect immediately, not when the form is sent. */
  isSwitch?: boolean;
};

export function Tick({ label, help, isSwitch = false, className, ...rest }: TickProps) {
  const id = useId();
  return (
    <div className={classes("flex min-h-8 items-start gap-3", className)}>
      <input
        id={id}
        type="checkbox"
        {...(isSwitch && { role: "switch" })}
        aria-describedby={help ? `${id}-help` : undefined}
        className={isSwitch ? "switch" : "mt-1 size-4 shrink-0 accent-accent"}
        {...rest}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-pretty text-ink-faint text-sm">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
