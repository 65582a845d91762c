/** Offers the automatic top-up at one seller. */
import { type ReactNode, useId } from "react";
import { t } from "@/lib/language";
import { Card } from "@/ui/card";

/** The child turns it on, or leads to the page that does. */
export function TopUpOffer({ children }: { children: ReactNode }) {
  const heading = useId();
  return (
    <Card>
      {/* No landmark: each seller has one. */}
      <article
        aria-labelledby={heading}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5"
      >
        <div className="min-w-40 flex-1">
          <h3 id={heading} className="font-semibold">
            {t("Automatic top-up")}
          </h3>
          <p className="text-pretty text-ink-soft text-sm">
            {t("Buys a pack with your saved card when your credits run low, within your limits.")}
          </p>
        </div>
        {children}
      </article>
    </Card>
  );
}
