/** Where the focus starts in a dialog: at its first field, if it has one. */

type OpenedBy = "mouse" | "touch" | "pen" | "keyboard" | "";

/** True asks for the default: the first control, or the dialog itself on touch screens, whose keyboard would cover it. */
export function firstField(popup: HTMLElement | null, openedBy: OpenedBy): HTMLElement | true {
  if (openedBy === "touch") return true;
  const [first, ...others] = popup?.querySelectorAll<HTMLElement>(fields) ?? [];
  if (!(first instanceof HTMLInputElement) || first.type !== "radio") return first ?? true;
  // The arrow keys of a group of radio buttons start at the chosen one.
  const isChosen = (field: HTMLElement) =>
    field instanceof HTMLInputElement && field.name === first.name && field.checked;
  return others.find(isChosen) ?? first;
}

const fields = ["input", "select", "textarea"].map((tag) => `${tag}:not(:disabled)`).join(", ");
