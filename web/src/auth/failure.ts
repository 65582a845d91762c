/** Explains a failed sign-in, with a next step. */
import { ErrorResponse, ErrorTimeout } from "oidc-client-ts";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";

export type SignInFailure = { title: string; detail: string; code: string | null };

/** These errors of prompt=none mean that the user is signed out, which is no failure. */
const needsUser = new Set([
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
]);

/** The browser stores neither cookies nor data for this app. */
export class StorageBlocked extends Error {
  override readonly name = "NothingIsKept";
}

export function isSignedOutError(error: unknown): boolean {
  return error instanceof ErrorResponse && needsUser.has(error.error ?? "");
}

export function signInFailure(error: unknown): SignInFailure {
  if (error instanceof ErrorResponse) return refused(error);
  if (error instanceof ErrorTimeout)
    return plain(t("No answer in time"), t("The sign-in service took too long. Try again."));
  if (error instanceof StorageBlocked) {
    return plain(
      t("Cookies are turned off"),
      t("Sign-in needs cookies. Allow cookies for this address and try again."),
    );
  }
  const message = error instanceof Error ? error.message : "";
  if (/no matching state|no state in response/i.test(message)) {
    return plain(
      t("This sign-in is no longer valid"),
      t(
        "This address was opened before, or the sign-in was started in another window. Start a new one.",
      ),
    );
  }
  // The library reports the status of a response without an OAuth error only in its message.
  if (/\(5\d\d\)/.test(message)) return unavailable("server_error");
  // It also drops the status of a response in another format, such as a gateway's HTML page.
  if (/response content-type/i.test(message)) return unavailable(null);
  if (/crypto\.subtle|secure context/i.test(message)) {
    return plain(
      t("This address is not secure enough"),
      t(
        "Browsers allow sign-in only over https, or on localhost. Open the app at such an address.",
      ),
    );
  }
  const problem = problemOf(error);
  if (problem.kind !== "broken") return plain(problem.title, problem.detail);
  return plain(
    t("Sign-in did not finish"),
    t("The answer of the sign-in service was not valid. Try again."),
  );
}

function refused(error: ErrorResponse): SignInFailure {
  const code = error.error ?? null;
  if (code === "access_denied") {
    return {
      title: t("Sign-in was refused"),
      detail: t("You declined, or this account may not sign in here."),
      code,
    };
  }
  if (code === "invalid_dpop_proof") {
    return {
      title: t("Sign-in did not finish"),
      detail: t("This browser did not keep the key of this sign-in. Start a new one."),
      code,
    };
  }
  if (code === "server_error" || code === "temporarily_unavailable") {
    return unavailable(code);
  }
  return {
    title: t("Sign-in did not finish"),
    detail: error.error_description || t("The sign-in service refused the request. Try again."),
    code,
  };
}

function unavailable(code: string | null): SignInFailure {
  return {
    title: t("Sign-in is briefly unavailable"),
    detail: t("The sign-in service has a problem. Try again in a moment."),
    code,
  };
}

function plain(title: string, detail: string): SignInFailure {
  return { title, detail, code: null };
}
