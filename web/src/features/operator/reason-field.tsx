/** A field for the operator's reason, which the audit log stores. */
import { t } from "@/lib/language";
import { TextField } from "@/ui/field";

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
};

export function ReasonField({ label, value, onChange, error }: Props) {
  return (
    <TextField
      label={label}
      help={t("Kept in the audit log with your name.")}
      value={value}
      maxLength={200}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
      error={error}
    />
  );
}
