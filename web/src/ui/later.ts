/** Loads large components on first use. */
import { lazy } from "react";

export const SecretDialog = lazy(async () => ({
  default: (await import("./secret-dialog")).SecretDialog,
}));

export const Confirm = lazy(async () => ({ default: (await import("./confirm")).Confirm }));
