/** Chooses a logo and reduces it before the upload. */
import { Upload } from "lucide-react";
import { type ChangeEvent, useId, useState } from "react";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { smallPicture } from "./small-picture";

type Props = {
  picture: string | null;
  error: string | undefined;
  onChange: (picture: string | null) => void;
};

export function LogoField({ picture, error, onChange }: Props) {
  const id = useId();
  const [isUnreadable, setUnreadable] = useState(false);
  const trouble = isUnreadable
    ? t("Your browser cannot read this file as a picture. Choose a PNG, JPEG or WebP file.")
    : error;

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (file === undefined) return;
    const small = await smallPicture(file);
    // Allows choosing the same file again.
    target.value = "";
    setUnreadable(small === null);
    if (small !== null) onChange(small);
  }

  return (
    <fieldset
      className="grid min-w-0 gap-1.5"
      aria-describedby={trouble ? `${id}-help ${id}-error` : `${id}-help`}
    >
      <legend className="float-left mb-1.5 font-medium text-sm">{t("Logo")}</legend>
      <div className="clear-both flex min-h-11 flex-wrap items-center gap-3">
        {picture && (
          // Logos are drawn for a white background.
          <img
            src={picture}
            alt={t("The logo")}
            className="size-11 rounded-control border border-hairline bg-[#ffffff] object-contain p-0.5"
          />
        )}
        <label className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-control border border-hairline-strong bg-surface px-4 font-medium text-sm shadow-control hover:bg-well has-focus-visible:outline-2 has-focus-visible:outline-focus">
          <Upload aria-hidden className="size-[1.125rem]" />
          {picture ? t("Replace…") : t("Choose a picture…")}
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="sr-only"
            onChange={(event) => void choose(event)}
          />
        </label>
        {picture && (
          <Button
            variant="quiet"
            onClick={() => {
              setUnreadable(false);
              onChange(null);
            }}
          >
            {t("Remove")}
          </Button>
        )}
      </div>
      <p id={`${id}-help`} className="text-ink-faint text-sm">
        {t("Shown small, on white. A square picture fits best.")}
      </p>
      {trouble && (
        <p id={`${id}-error`} role="alert" className="font-medium text-danger text-sm">
          {trouble}
        </p>
      )}
    </fieldset>
  );
}
