/** Converts the typed terms of a plan to a request, and names what is wrong with each field. */
import type { PlanVersion, PlanVersionRequest } from "@/api/types";
import { decimalAmount } from "@/lib/amount";
import { amountRule, typedAmount } from "@/lib/credit-change";
import { t } from "@/lib/language";
import { decimalsOf, typedMoney } from "@/lib/money";
import { hasMonths, readSeats, seatsRule } from "@/lib/plan-words";
import { amountHint } from "./pack-form";

/** Each currency and each feature is in the list once at most. */
type TypedPrice = { currency: string; amount: string };
type TypedFeature = { feature: string; credits: string };

export type TypedPlan = {
  interval: PlanVersion["interval"];
  count: string;
  isMonthly: boolean;
  credits: string;
  rollover: PlanVersion["rollover"];
  cap: string;
  periods: string;
  hasTrial: boolean;
  trialDays: string;
  trialCredits: string;
  needsCard: boolean;
  seats: string;
  prices: TypedPrice[];
  features: TypedFeature[];
};

/** Errors by the place of their field, such as `credits`, `trial/days` or `prices/eur`. */
type PlanErrors = ReadonlyMap<string, string>;

/** The API's limits. */
const maxCredits = Number.MAX_SAFE_INTEGER;
const maxCount = { week: 156, month: 36, year: 3 } as const;
const maxTrialDays = 730;
const maxRolloverPeriods = 36;

/** The API's rule for codes of plans and families. */
export const isCode = (text: string) => /^[a-z0-9][a-z0-9._-]{0,63}$/.test(text);

export function typedFrom(version: PlanVersion | null, currency: string, scale: number): TypedPlan {
  if (version === null) return { ...empty, prices: [{ currency, amount: "" }] };
  const { trial, rollover_cap } = version;
  return {
    interval: version.interval,
    count: String(version.interval_count),
    isMonthly: version.grant_every === "month",
    credits: decimalAmount(version.credits, scale),
    rollover: version.rollover,
    cap: rollover_cap === null ? "" : decimalAmount(rollover_cap, scale),
    periods: String(version.rollover_periods || 1),
    hasTrial: trial !== null,
    trialDays: String(trial?.days ?? 14),
    trialCredits: trial ? decimalAmount(trial.credits, scale) : "",
    needsCard: trial?.needs_card ?? true,
    seats: String(version.max_quantity),
    prices: version.prices.map((price) => ({
      currency: price.currency,
      amount: decimalAmount(price.amount_minor, decimalsOf(price.currency)),
    })),
    features: version.features.map(({ feature, credits }) => ({
      feature,
      credits: credits > 0 ? decimalAmount(credits, scale) : "",
    })),
  };
}

const empty: TypedPlan = {
  interval: "month",
  count: "1",
  isMonthly: false,
  credits: "",
  rollover: "none",
  cap: "",
  periods: "1",
  hasTrial: false,
  trialDays: "14",
  trialCredits: "",
  needsCard: true,
  seats: "1",
  prices: [],
  features: [],
};

/** The terms as far as they can be read; the buyer's card shows them. */
type ReadPlan = {
  interval: PlanVersion["interval"];
  interval_count: number;
  grant_every: PlanVersion["grant_every"];
  credits: number | null;
  trial: { days: number; credits: number; needs_card: boolean } | null;
  max_quantity: number;
  prices: { currency: string; amount_minor: number | null }[];
  features: { feature: string; credits: number }[];
};

type Result = { terms: ReadPlan; body: PlanVersionRequest | null; errors: PlanErrors };

export function readPlan(typed: TypedPlan, scale: number): Result {
  const errors = new Map<string, string>();
  const creditsRule = t("Enter {rule}.", { rule: amountRule(scale) });
  const check = <Value>(place: string, value: Value | null, rule: string): Value | null => {
    if (value === null) errors.set(place, rule);
    return value;
  };
  const count = check(
    "interval_count",
    typedWhole(typed.count, 1, maxCount[typed.interval]),
    t("Enter a whole number, at most {most}.", { most: maxCount[typed.interval] }),
  );
  const period = { interval: typed.interval, interval_count: count ?? 1 };
  const isMonthly = typed.isMonthly && hasMonths(period);
  const credits = check("credits", typedCredits(typed.credits, scale, 1), creditsRule);
  const seats = check("max_quantity", readSeats(typed.seats), seatsRule());
  if (credits !== null && seats !== null && credits * seats > maxCredits) {
    errors.set("max_quantity", t("Credits times seats are too many. Enter a smaller number."));
  }
  const rollover = readRollover(typed, scale, check);
  const trial = typed.hasTrial ? readTrial(typed, scale, check) : null;
  const terms: ReadPlan = {
    ...period,
    grant_every: isMonthly ? "month" : "interval",
    credits,
    trial,
    max_quantity: seats ?? 1,
    prices: readPrices(typed.prices, errors),
    features: readFeatures(typed.features, scale, errors),
  };
  return { terms, errors, body: errors.size === 0 ? bodyOf(terms, rollover) : null };
}

type Check = <Value>(place: string, value: Value | null, rule: string) => Value | null;
type ReadRollover = Pick<PlanVersionRequest, "rollover" | "rollover_cap" | "rollover_periods">;

function readRollover(typed: TypedPlan, scale: number, check: Check): ReadRollover {
  const { rollover } = typed;
  if (rollover === "none") return { rollover };
  const periods = check(
    "rollover_periods",
    typedWhole(typed.periods, 1, maxRolloverPeriods),
    t("Enter a whole number, at most {most}.", { most: maxRolloverPeriods }),
  );
  const result = { rollover, rollover_periods: periods ?? 1 };
  if (rollover === "all") return result;
  const rule = t("Enter {rule}.", { rule: amountRule(scale) });
  const cap = check("rollover_cap", typedCredits(typed.cap, scale, 1), rule);
  return { ...result, rollover_cap: cap ?? 1 };
}

function readTrial(typed: TypedPlan, scale: number, check: Check) {
  const days = check(
    "trial/days",
    typedWhole(typed.trialDays, 1, maxTrialDays),
    t("Enter a whole number of days, at most {most}.", { most: maxTrialDays }),
  );
  const rule = t("Enter {rule}.", { rule: amountRule(scale) });
  const credits = check("trial/credits", typedCredits(typed.trialCredits, scale, 0), rule);
  return { days: days ?? 1, credits: credits ?? 0, needs_card: typed.needsCard };
}

function readPrices(prices: TypedPrice[], errors: Map<string, string>) {
  if (prices.length === 0) errors.set("prices", t("Add a price: a plan is never free."));
  return prices.map(({ currency, amount }) => {
    const amount_minor = typedMoney(amount, currency);
    if (amount_minor === null) errors.set(`prices/${currency}`, amountHint(currency));
    return { currency, amount_minor };
  });
}

function readFeatures(features: TypedFeature[], scale: number, errors: Map<string, string>) {
  const rule = t("Enter {rule}.", { rule: amountRule(scale) });
  return features.map(({ feature, credits: typed }) => {
    const credits = typedCredits(typed, scale, 0);
    if (credits === null) errors.set(`features/${feature}`, rule);
    return { feature, credits: credits ?? 0 };
  });
}

/** The terms have no errors. */
function bodyOf(terms: ReadPlan, rollover: ReadRollover): PlanVersionRequest {
  const { trial, prices, credits, features, ...rest } = terms;
  return {
    ...rest,
    ...rollover,
    credits: credits ?? 0,
    prices: prices.map(({ currency, amount_minor }) => ({
      currency,
      amount_minor: amount_minor ?? 0,
    })),
    ...(features.length > 0 && { features }),
    ...(trial && { trial }),
  };
}

function typedWhole(text: string, least: number, most: number): number | null {
  if (!/^\d{1,6}$/.test(text.trim())) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}

/** An empty text counts as zero, where zero is allowed. */
function typedCredits(text: string, scale: number, least: 0 | 1): number | null {
  const credits = text.trim() === "" && least === 0 ? 0 : typedAmount(text, scale);
  return credits !== null && credits >= least ? credits : null;
}
