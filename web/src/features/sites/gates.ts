/** The two that stand around every page of a website, in one file: no other page loads them. */
import { KnownSite } from "./known-site";
import { RunningOnly } from "./running-only";

export const gates = { KnownSite, RunningOnly };
export type Gates = typeof gates;
