/** Offers the automatic top-up on the page of one seller, and leads to the page that turns it on. */
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { topUpAnchor } from "./sellers";

type Props = { website: string; mode: "live" | "test" };

export function TopUpOffer({ website, mode }: Props) {
  return (
    <Card className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-semibold">{t("Automatic top-up")}</h3>
        <p className="text-pretty text-ink-soft text-sm">
          {t("Buys a pack with your saved card when your credits run low, within your limits.")}
        </p>
      </div>
      <ButtonLink
        to={paths.buying()}
        search={{ website, ...(mode === "test" && { test: "1" }) }}
        hash={topUpAnchor({ website, mode })}
      >
        {t("Set up automatic top-up")}
      </ButtonLink>
    </Card>
  );
}
