/** The two guards of every website page, in one file: no other page loads them. */
import { KnownWebsite } from "./known-website";
import { RunningOnly } from "./running-only";

export const gates = { KnownWebsite, RunningOnly };
export type Gates = typeof gates;
