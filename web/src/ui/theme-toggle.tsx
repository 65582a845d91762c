/** A button that switches between the light and dark theme. */
import { Moon, Sun } from "lucide-react";
import { t } from "@/lib/language";
import { useTheme } from "./theme";

export function ThemeToggle() {
  const [theme, choose] = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  const name = other === "dark" ? t("Switch to dark theme") : t("Switch to light theme");
  const Icon = theme === "dark" ? Sun : Moon;
  return (
    <button
      type="button"
      onClick={() => choose(other)}
      aria-label={name}
      title={name}
      className="grid size-10 place-items-center rounded-control text-ink-soft hover:bg-well hover:text-ink"
    >
      <Icon aria-hidden className="size-[1.125rem]" />
    </button>
  );
}
