/** A search field that asks when Enter is pressed, and never while one types. */
import { Search, X } from "lucide-react";
import type { SubmitEvent } from "react";

type Props = {
  label: string;
  placeholder: string;
  /** What is searched for now, as the address says. */
  value: string;
  type?: "search" | "email";
  onSearch: (wanted: string) => void;
};

export function SearchForm({ label, placeholder, value, type = "search", onSearch }: Props) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get("wanted") ?? "").trim());
  }
  return (
    // Another address brings another field, with what it says in it.
    // biome-ignore lint/a11y/useSemanticElements: <search> says the same and is not known everywhere.
    <form
      key={value}
      role="search"
      onSubmit={submit}
      noValidate
      className="relative flex min-w-0 items-center max-sm:w-full"
    >
      <Search aria-hidden className="absolute left-3 size-4 text-ink-faint" />
      <input
        name="wanted"
        type={type}
        inputMode={type}
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        autoComplete="off"
        enterKeyHint="search"
        className="min-h-9 w-full rounded-control border border-field-edge bg-surface pr-10 pl-9 text-sm shadow-control placeholder:text-ink-faint sm:w-72"
      />
      {value !== "" && (
        <button
          type="button"
          aria-label="Show all"
          onClick={() => onSearch("")}
          className="absolute right-0 grid size-9 place-items-center rounded-control text-ink-faint hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </form>
  );
}
