/** Words for the kinds of movements in the ledger. */

const words: Readonly<Record<string, string>> = {
  grant: "Credits granted",
  spend: "Credits spent",
  purchase: "Credits bought",
  refund: "Refund",
  reversal: "Credits given back",
  void: "Grant taken back",
  expiry: "Credits expired",
  capture: "Hold captured",
  adjustment: "Adjustment",
};

const sources: Readonly<Record<string, string>> = {
  promo: "Granted",
  purchase: "Bought",
  subscription: "From the subscription",
  adjustment: "Adjusted",
  restored: "Given back",
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
