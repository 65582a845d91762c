/** Says that what stands there is about to be replaced; a quick answer comes before it is seen. */
import { t } from "@/lib/language";
export function LoadingWord() {
  return (
    <span role="status" className="boot-mark font-normal text-ink-faint text-sm">
      {t("Loading…")}
    </span>
  );
}
