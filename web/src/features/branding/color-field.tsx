/** A field for the button colour, picked or typed, with its contrast in words. */
import { colorName, colorWords } from "@/lib/color";
import { t } from "@/lib/language";
import { TextField } from "@/ui/field";

/** The default button colour in the light theme. */
const usual = "#1b1e26";

type Props = { value: string; error: string | undefined; onChange: (color: string) => void };

export function ColorField({ value, error, onChange }: Props) {
  const color = colorName(value);
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <TextField
          label={t("Button colour")}
          name="color"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          placeholder={usual}
          className="font-mono"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          error={error}
          help={color === null ? t("Leave empty for the default.") : colorWords(color)}
        />
      </div>
      <input
        type="color"
        aria-label={t("Pick the button colour")}
        value={color ?? usual}
        onChange={({ target }) => onChange(target.value)}
        className="mt-[1.625rem] size-11 shrink-0 cursor-pointer rounded-control border border-field-edge bg-surface p-1"
      />
    </div>
  );
}
