/** A text field of one or more lines, with label, help and error. */
import { type ComponentProps, useId } from "react";
import { classes } from "@/lib/classes";

export type Common = { label: string; help?: string; error?: string | undefined };

export const control =
  "w-full rounded-control border bg-surface px-3 py-2 text-ink placeholder:text-ink-faint shadow-control";

export function useDescription({ help, error }: Pick<Common, "help" | "error">) {
  const id = useId();
  const described = classes(help && `${id}-help`, error && `${id}-error`);
  return { id, describedBy: described === "" ? undefined : described };
}

export function Frame({
  id,
  label,
  help,
  error,
  children,
}: Common & { id: string } & ComponentProps<"div">) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children}
      {help && (
        <p id={`${id}-help`} className="text-ink-faint text-sm">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField({
  label,
  help,
  error,
  className,
  ...rest
}: Common & ComponentProps<"input">) {
  const { id, describedBy } = useDescription({ ...(help && { help }), error });
  return (
    <Frame id={id} label={label} {...(help && { help })} error={error}>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={classes(
          control,
          "min-h-11",
          error ? "border-danger" : "border-field-edge",
          className,
        )}
        {...rest}
      />
    </Frame>
  );
}

export function TextArea({
  label,
  help,
  error,
  className,
  ...rest
}: Common & ComponentProps<"textarea">) {
  const { id, describedBy } = useDescription({ ...(help && { help }), error });
  return (
    <Frame id={id} label={label} {...(help && { help })} error={error}>
      <textarea
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={classes(control, error ? "border-danger" : "border-field-edge", className)}
        {...rest}
      />
    </Frame>
  );
}
