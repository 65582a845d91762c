/** What the audit trail is filtered by: sent together, kept in the address. */
import { type SubmitEvent, useId } from "react";
import type { AuditSearch } from "@/api/operator";
import { Button } from "@/ui/button";

type Props = { value: AuditSearch; onSearch: (wanted: AuditSearch) => void };

const fields: { name: keyof AuditSearch; label: string; type: "text" | "date" }[] = [
  { name: "act", label: "Act", type: "text" },
  { name: "actor", label: "Who", type: "text" },
  { name: "subject", label: "To whom", type: "text" },
  { name: "from", label: "From", type: "date" },
  { name: "to", label: "To", type: "date" },
];

export function AuditFilter({ value, onSearch }: Props) {
  const id = useId();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const wanted = fields.flatMap(({ name }) => {
      const text = String(typed.get(name) ?? "").trim();
      return text === "" ? [] : [[name, text] as const];
    });
    onSearch(Object.fromEntries(wanted));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> says the same and is not known everywhere.
    <form
      role="search"
      onSubmit={submit}
      noValidate
      className="flex w-full flex-wrap items-end gap-2"
    >
      {fields.map(({ name, label, type }) => (
        <div key={name} className="grid min-w-0 flex-1 gap-1 max-sm:w-full">
          <label htmlFor={`${id}-${name}`} className="text-ink-faint text-xs">
            {label}
          </label>
          <input
            id={`${id}-${name}`}
            name={name}
            type={type}
            defaultValue={value[name] ?? ""}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="min-h-9 w-full rounded-control border border-field-edge bg-surface px-3 text-sm shadow-control"
          />
        </div>
      ))}
      <Button type="submit" size="small">
        Filter
      </Button>
      {Object.keys(value).length > 0 && (
        <Button size="small" variant="quiet" onClick={() => onSearch({})}>
          Show all
        </Button>
      )}
    </form>
  );
}
