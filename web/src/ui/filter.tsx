/** Filters a list by one of a few kinds with the browser's own select. */

type Option = { value: string; label: string };

type Props = {
  label: string;
  /** The first option selects all. */
  options: Option[];
  value: string;
  onChange: (value: string) => void;
};

export function Filter({ label, options, value, onChange }: Props) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="min-h-9 rounded-control border border-field-edge bg-surface px-3 text-sm shadow-control"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
