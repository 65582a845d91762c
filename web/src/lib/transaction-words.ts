/** Words for the kinds of movements in the ledger. */

const words: Readonly<Record<string, string>> = {
  grant: "Credits granted",
  spend: "Credits spent",
  purchase: "Credits purchased",
  refund: "Refund",
  reversal: "Credits refunded",
  void: "Grant revoked",
  expiry: "Credits expired",
  capture: "Hold captured",
  adjustment: "Adjustment",
};

const sources: Readonly<Record<string, string>> = {
  promo: "Promotional",
  purchase: "Purchased",
  subscription: "Subscription",
  adjustment: "Adjustment",
  restored: "Refunded",
};

/** Where credits come from. */
export function sourceLabel(kind: string): string {
  return sources[kind] ?? kind;
}

/** A kind this version does not know is still shown, in its own words. */
export function kindLabel(kind: string): string {
  const known = words[kind];
  if (known !== undefined) return known;
  const spaced = kind.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
