/** Loads the confirmation on first use. */
import { lazy } from "react";

export const Confirm = lazy(async () => ({ default: (await import("./confirm")).Confirm }));
