/** Chooses the initial focus of a dialog: its first field, if it has one. */

type OpenedBy = "mouse" | "touch" | "pen" | "keyboard" | "";

/** True keeps the default: the first control, or on touch screens the dialog, because the keyboard would cover it. */
export function firstField(popup: HTMLElement | null, openedBy: OpenedBy): HTMLElement | true {
  if (openedBy === "touch") return true;
  const [first, ...others] = popup?.querySelectorAll<HTMLElement>(fields) ?? [];
  if (!(first instanceof HTMLInputElement) || first.type !== "radio") return first ?? true;
  // The arrow keys of radio buttons start at the selected one.
  const isChosen = (field: HTMLElement) =>
    field instanceof HTMLInputElement && field.name === first.name && field.checked;
  return others.find(isChosen) ?? first;
}

const fields = ["input", "select", "textarea"].map((tag) => `${tag}:not(:disabled)`).join(", ");
