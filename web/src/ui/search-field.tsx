/** Searches while the user types, shortly after the last key; the address stores the search. */
import { Search, X } from "lucide-react";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { t } from "@/lib/language";

/** Long enough for a fast typist, short enough that results seem immediate. */
const pauseMilliseconds = 60;

type Props = {
  label: string;
  placeholder: string;
  /** The current search from the address. */
  value: string;
  /** Only complete values match, so the search starts on Enter or when the field loses the focus. */
  whole?: boolean;
  onSearch: (next: string) => void;
};

export function SearchField({ label, placeholder, value, whole = false, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [sent, setSent] = useState(value);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  // A new address, such as after "back", brings its own text.
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== sent) {
      setTyped(value);
      setSent(value);
    }
  }

  // A key pressed just before the user left must not navigate back.
  useEffect(() => () => clearTimeout(waiting.current), []);

  function ask(text: string) {
    clearTimeout(waiting.current);
    const next = text.trim();
    if (next === sent) return;
    setSent(next);
    onSearch(next);
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
    // biome-ignore lint/a11y/useSemanticElements: not every browser supports <search>.
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
        // Search on blur, because a pressed link may still be loading and a later search would navigate back.
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
            // The button disappears with the text, so the field gets the focus.
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
