/** The two guards of every website page, in one file: no other page loads them. */
import { KnownSite } from "./known-site";
import { RunningOnly } from "./running-only";

export const gates = { KnownSite, RunningOnly };
export type Gates = typeof gates;
