/** Parts of the kit that are loaded when they are called for. */
import { lazy } from "react";

export const SecretDialog = lazy(async () => ({
  default: (await import("./secret-dialog")).SecretDialog,
}));

export const Confirm = lazy(async () => ({ default: (await import("./confirm")).Confirm }));
