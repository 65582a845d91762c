/** Edits a short list of named amounts: one field for each line, and a choice of further lines. */
import { type MouseEvent, useState } from "react";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { SelectField } from "@/ui/select-field";

type Row = { id: string; label: string; value: string; help?: string; error: string | undefined };
type Option = { value: string; label: string };

type Props = {
  label: string;
  rows: Row[];
  onType: (id: string, text: string) => void;
  onRemove: (id: string) => void;
  /** The list keeps its last line. */
  isNeeded?: boolean;
  /** The lines that can be added. */
  options: Option[];
  /** Names the choice of a further line. */
  further: string;
  onAdd: (id: string) => void;
  error?: string | undefined;
};

/** The removed button had the focus, and the choice of further lines is next to it. */
function focusOnChoice({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest("fieldset")?.querySelector<HTMLElement>("input, select")?.focus();
}

export function TypedRows(props: Props) {
  const { label, rows, onType, onRemove, isNeeded = false, options, further, onAdd, error } = props;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="float-left mb-1.5 font-medium text-sm">{label}</legend>
      {rows.map((row) => (
        <div key={row.id} className="clear-both flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={row.label}
              inputMode="decimal"
              autoComplete="off"
              value={row.value}
              onChange={({ target }) => onType(row.id, target.value)}
              {...(row.help && { help: row.help })}
              error={row.error}
            />
          </div>
          {(!isNeeded || rows.length > 1) && (
            <Button
              variant="quiet"
              className="mt-6 min-h-11"
              aria-label={t("Remove: {label}", { label: row.label })}
              onClick={(event) => {
                focusOnChoice(event);
                onRemove(row.id);
              }}
            >
              {t("Remove")}
            </Button>
          )}
        </div>
      ))}
      {options.length > 0 && <FurtherRow label={further} options={options} onAdd={onAdd} />}
      {error && (
        <p role="alert" className="clear-both font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type FurtherProps = { label: string; options: Option[]; onAdd: (id: string) => void };

function FurtherRow({ label, options, onAdd }: FurtherProps) {
  const [chosen, setChosen] = useState("");
  const [first] = options;
  const value = options.some((option) => option.value === chosen) ? chosen : (first?.value ?? "");
  return (
    <div className="clear-both flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <SelectField label={label} value={value} onChange={({ target }) => setChosen(target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      </div>
      <Button
        className="min-h-11"
        aria-label={t("Add: {label}", { label })}
        onClick={() => onAdd(value)}
      >
        {t("Add")}
      </Button>
    </div>
  );
}
