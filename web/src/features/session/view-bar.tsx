/** Shows a bar on every page of a view, with a button that ends the view. */
import { Eye } from "lucide-react";
import { useViews, type View } from "@/auth/view";
import { rich, t } from "@/lib/language";
import { displayName } from "@/lib/person";
import { Button } from "@/ui/button";

export function ViewBar({ user }: Pick<View, "user">) {
  const views = useViews();
  return (
    <section
      aria-label={t("View")}
      className="view-bar sticky top-0 z-20 flex items-center justify-between gap-4 border-warn border-b bg-warn-soft px-4 py-2 text-sm text-warn-ink sm:px-6 lg:px-8"
    >
      <p className="flex min-w-0 items-start gap-2">
        <Eye aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 text-pretty">
          {rich("You are viewing Tollgate as {person}. You cannot change anything.", {
            person: (
              <strong className="break-words font-semibold">
                {user.email ?? displayName(user)}
              </strong>
            ),
          })}
        </span>
      </p>
      <Button size="small" className="shrink-0" onClick={views.leave}>
        {t("Leave")}
      </Button>
    </section>
  );
}
