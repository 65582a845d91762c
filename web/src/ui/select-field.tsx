/** A choice from a list that the browser opens, with label, help and error. */
import type { ComponentProps } from "react";
import { classes } from "@/lib/classes";
import { type Common, control, Frame, useDescription } from "./field";

export function SelectField({
  label,
  help,
  error,
  className,
  ...rest
}: Common & ComponentProps<"select">) {
  const { id, describedBy } = useDescription({ ...(help && { help }), error });
  return (
    <Frame id={id} label={label} {...(help && { help })} error={error}>
      <select
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
