/** Finds the sellers of the user: the websites with a balance or a subscription, and the one that the address names. */
import type { MySubscription } from "@/api/my-subscriptions";
import type { Balance, CatalogPack } from "@/api/types";

export type Seller = {
  /** Null is the platform. */
  website: string | null;
  mode: Balance["mode"];
  balance: Balance | null;
};

type Place = Pick<Seller, "website" | "mode">;

const isSame = (one: Place, other: Place) =>
  one.website === other.website && one.mode === other.mode;

/** The platform appears only with a subscription there: every user has a balance of it. */
export function sellersOf(
  balances: readonly Balance[],
  subscriptions: readonly MySubscription[],
  named: Place | null,
): Seller[] {
  const all = balances.map((balance) => ({
    website: balance.website?.id ?? null,
    mode: balance.mode,
    balance,
  }));
  const subscribed = subscriptions.map(({ website_id, mode }) => ({ website: website_id, mode }));
  const places: Place[] = [
    ...(named ? [named] : []),
    ...all.filter(({ website }) => website !== null),
    ...subscribed,
  ];
  const first = (place: Place, at: number) =>
    places.findIndex((other) => isSame(place, other)) === at;
  return places.filter(first).map(({ website, mode }) => ({
    website,
    mode,
    balance: all.find((one) => isSame(one, { website, mode }))?.balance ?? null,
  }));
}

export function subscriptionsAt(
  { website, mode }: Place,
  subscriptions: readonly MySubscription[],
): MySubscription[] {
  return subscriptions.filter((one) =>
    isSame({ website: one.website_id, mode: one.mode }, { website, mode }),
  );
}

/** The part of the page of billing about the automatic top-up at this seller. */
export const topUpAnchor = ({ website, mode }: Place) => `top-up-${website ?? "platform"}-${mode}`;

/** An automatic top-up buys the pack again and again, which a pack for a first purchase does not allow. */
export const isRepeatable = ({ first_only, prices }: CatalogPack) =>
  !first_only && prices.length > 0;
