/** Differences of the double from Stripe's description that are right, each with its reason. */
export const DIFFERENCES = [];
