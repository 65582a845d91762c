/** The filters of the audit log: submitted together and stored in the address. */
import { type SubmitEvent, useId, useRef, useState } from "react";
import type { AuditSearch } from "@/api/operator";
import { actionLabel, auditActions } from "@/lib/audit-words";
import { classes } from "@/lib/classes";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";

type Props = { value: AuditSearch; onSearch: (search: AuditSearch) => void };

const fields: { name: keyof AuditSearch; label: string; type: "text" | "date" | "select" }[] = [
  { name: "act", label: t("Action"), type: "select" },
  { name: "actor", label: t("Actor"), type: "text" },
  { name: "subject", label: t("Target"), type: "text" },
  { name: "from", label: t("From"), type: "date" },
  { name: "to", label: t("To"), type: "date" },
];

const wideOnPhones = "max-sm:col-span-2";
const control =
  "min-h-9 w-full rounded-control border border-field-edge bg-surface px-3 text-sm shadow-control";

/** Sorted by label; includes the address's value even if this version of the app does not know it. */
function choices(chosen = ""): string[] {
  const known = auditActions.toSorted((one, other) =>
    actionLabel(one).localeCompare(actionLabel(other)),
  );
  return ["", ...known, ...(chosen === "" || auditActions.includes(chosen) ? [] : [chosen])];
}

export function AuditFilter({ value, onSearch }: Props) {
  const id = useId();
  const send = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(() => JSON.stringify(value));
  // A new address, such as after "back", brings its own values.
  const now = JSON.stringify(value);
  if (now !== known) {
    setKnown(now);
    setTyped(value);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const search = fields.flatMap(({ name }) => {
      const text = typed[name]?.trim() ?? "";
      return text === "" ? [] : [[name, text] as const];
    });
    onSearch(Object.fromEntries(search));
  }

  function showAll() {
    // The pressed button disappears, so the button next to it gets the focus.
    send.current?.focus();
    onSearch({});
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser supports <search>.
    <form
      role="search"
      onSubmit={submit}
      noValidate
      className="grid w-full grid-cols-2 items-end gap-2 sm:grid-cols-3 xl:flex"
    >
      {fields.map(({ name, label, type }) => (
        <div
          key={name}
          // A row of its own on phones, so that the two days are side by side.
          className={classes("grid min-w-0 gap-1 xl:flex-1", name === "subject" && wideOnPhones)}
        >
          <label htmlFor={`${id}-${name}`} className="text-ink-faint text-xs">
            {label}
          </label>
          {type === "select" ? (
            <select
              id={`${id}-${name}`}
              name={name}
              value={typed[name] ?? ""}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              className={control}
            >
              {choices(typed.act).map((choice) => (
                <option key={choice} value={choice}>
                  {choice === "" ? t("All") : actionLabel(choice)}
                </option>
              ))}
            </select>
          ) : (
            <input
              id={`${id}-${name}`}
              name={name}
              type={type}
              value={typed[name] ?? ""}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              placeholder={type === "text" ? t("Id") : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className={control}
            />
          )}
        </div>
      ))}
      <div className={classes("flex gap-2", wideOnPhones)}>
        <Button ref={send} type="submit" size="small">
          {t("Filter")}
        </Button>
        {Object.keys(value).length > 0 && (
          <Button size="small" variant="quiet" onClick={showAll}>
            {t("Show all")}
          </Button>
        )}
      </div>
    </form>
  );
}
