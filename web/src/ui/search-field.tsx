/** A search field that asks while one types, a moment after the last key; what is searched for is the address's to keep. */
import { Search, X } from "lucide-react";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { t } from "@/lib/language";

/** Long enough for the keys of one stroke, short enough that what is found is there at once. */
const pauseMilliseconds = 60;

type Props = {
  label: string;
  placeholder: string;
  /** What is searched for now, as the address says. */
  value: string;
  /** Parts of it find nothing: it is asked for by Enter, or when one leaves it. */
  whole?: boolean;
  onSearch: (wanted: string) => void;
};

export function SearchField({ label, placeholder, value, whole = false, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  // Another address than the one that was asked for, as by "back", brings its own words along.
  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      setTyped(value);
      setSent(value);
    }
  }

  // A key that was pressed just before one left must not lead back here.
  useEffect(() => () => clearTimeout(waiting.current), []);

  function ask(text: string) {
    clearTimeout(waiting.current);
    const wanted = text.trim();
    if (wanted === sent) return;
    setSent(wanted);
    onSearch(wanted);
  }

  function type(text: string) {
    setTyped(text);
    clearTimeout(waiting.current);
    if (whole && text !== "") return;
    waiting.current = setTimeout(() => ask(text), pauseMilliseconds);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    ask(typed);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> says the same and is not known everywhere.
    <form
      role="search"
      onSubmit={submit}
      noValidate
      className="relative flex min-w-0 items-center max-sm:w-full"
    >
      <Search aria-hidden className="absolute left-3 size-4 text-ink-faint" />
      <input
        ref={field}
        type="text"
        inputMode="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={({ target }) => type(target.value)}
        // Whoever presses a link has left already, also while its page is still fetched: asked later, it would lead back.
        onBlur={() => ask(typed)}
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        enterKeyHint="search"
        className="min-h-9 w-full rounded-control border border-field-edge bg-surface pr-10 pl-9 text-sm shadow-control placeholder:text-ink-faint sm:w-72"
      />
      {typed !== "" && (
        <button
          type="button"
          aria-label={t("Show all")}
          onClick={() => {
            setTyped("");
            ask("");
            // The button goes with the words, and whoever pressed it goes on typing.
            field.current?.focus();
          }}
          className="absolute right-0 grid size-9 place-items-center rounded-control text-ink-faint hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </form>
  );
}
