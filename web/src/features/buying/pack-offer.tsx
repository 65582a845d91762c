/** A pack with the button that buys it. */
import { CreditCard } from "lucide-react";
import type { CatalogPack } from "@/api/types";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { PackCard } from "@/ui/pack-card";
import { Refusal } from "@/ui/refusal";
import type { Seller } from "./sellers";
import { useCheckout } from "./use-checkout";

type Props = { pack: CatalogPack; seller: Seller; scale: number; here: string };

export function PackOffer({ pack, seller, scale, here }: Props) {
  const { buy, error, isPending } = useCheckout(seller, here);
  const price = pack.prices[0];
  if (!price) return null;
  return (
    <div className="grid h-full gap-2">
      <PackCard
        scale={scale}
        pack={{
          name: pack.name,
          description: pack.description ?? null,
          credits: pack.credits,
          bonus: pack.bonus,
          expires_days: pack.expires_days ?? null,
          price,
        }}
        action={
          <Button
            variant="primary"
            busy={isPending}
            onClick={() => buy({ pack: pack.code, currency: price.currency })}
            aria-label={t("Buy {name}", { name: pack.name })}
          >
            <CreditCard aria-hidden className="size-4" />
            {isPending ? t("Opening Stripe…") : t("Buy")}
          </Button>
        }
      />
      {error && <Refusal error={error} repeatable />}
    </div>
  );
}
