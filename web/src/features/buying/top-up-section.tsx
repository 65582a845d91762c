/** The automatic top-up at one seller: an offer, or the rule of a buyer who has one. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { myTopUpQuery } from "@/api/top-ups";
import type { CatalogPack } from "@/api/types";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Loadable } from "@/ui/loadable";
import { SkeletonRows } from "@/ui/skeleton";
import { isRepeatable, type Seller, topUpAnchor } from "./sellers";
import { TopUpOffer } from "./top-up-offer";

const loadParts = async () => (await import("./top-up-parts")).parts;
const TopUpCard = lazy(async () => ({ default: (await loadParts()).TopUpCard }));
const TopUpDialog = lazy(async () => ({ default: (await loadParts()).TopUpDialog }));

type Props = {
  seller: Seller;
  /** The name of the seller. */
  name: string;
  packs: readonly CatalogPack[];
  scale: number;
};

/** The address may name this part, which appears later than the page. */
function scrollIfNamed(part: HTMLElement | null) {
  if (part && location.hash === `#${part.id}`) part.scrollIntoView?.();
}

export function TopUpSection({ seller, name, packs, scale }: Props) {
  const { website, mode } = seller;
  const place = { ...(website !== null && { website }), mode };
  const rule = useQuery(myTopUpQuery(useApi(), place));
  const [isTurningOn, setTurningOn] = useState(false);
  // Without packs there is nothing to turn on, only a rule to turn off.
  if (!rule.data?.pack && !packs.some(isRepeatable)) return null;
  const skeleton = <SkeletonRows label={t("Loading the automatic top-up")} />;
  return (
    <div id={topUpAnchor(seller)} ref={scrollIfNamed}>
      <Loadable framed query={rule} skeleton={skeleton}>
        {(data) => {
          const shared = { rule: data, packs, place, seller: name, scale };
          return (
            <Suspense fallback={skeleton}>
              {data.pack ? (
                <TopUpCard {...shared} />
              ) : (
                <TopUpOffer>
                  <Button onClick={() => setTurningOn(true)}>
                    {t("Turn on automatic top-up")}
                  </Button>
                </TopUpOffer>
              )}
              <Suspense>
                {isTurningOn && <TopUpDialog {...shared} onClose={() => setTurningOn(false)} />}
              </Suspense>
            </Suspense>
          );
        }}
      </Loadable>
    </div>
  );
}
