/** Says that content is loading; a quick response replaces it before it becomes visible. */
import { t } from "@/lib/language";
export function LoadingWord() {
  return (
    <span role="status" className="boot-mark font-normal text-ink-faint text-sm">
      {t("Loading…")}
    </span>
  );
}
