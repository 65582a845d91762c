/** Shows an empty page, and after a short delay the mark, until the session is known. */
import { t } from "@/lib/language";
import { Brand } from "./brand";

export function BootScreen() {
  return (
    <main aria-busy="true" className="grid min-h-dvh place-items-center">
      <title>Tollgate</title>
      <h1 className="sr-only">Tollgate</h1>
      <div
        role="status"
        className="boot-mark grid justify-items-center gap-3 text-ink-faint text-sm"
      >
        <Brand />
        <span>{t("One moment…")}</span>
      </div>
    </main>
  );
}
