/** Loads the dialog of a new secret on first use; most pages with a confirmation show none. */
import { lazy } from "react";

export const SecretDialog = lazy(async () => ({
  default: (await import("./secret-dialog")).SecretDialog,
}));
