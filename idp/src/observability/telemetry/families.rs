//! Metric families that the idp records when events occur.

use foundation::telemetry::Family;

/// All families; `deploy/README.md` lists them as well.
pub const FAMILIES: &[Family] = &[
    Family::counter(
        "idp_refusals_total",
        "OAuth and OpenID Connect errors that clients got, by error code.",
    ),
    Family::counter(
        "idp_sign_in_refusals_total",
        "Sign-ins that were refused, by the code of the error page.",
    ),
    Family::counter(
        "idp_limits_reached_total",
        "Requests that a limit refused, by limit.",
    ),
    Family::counter(
        "idp_code_guesses_refused_total",
        "Tries of a mailed code that were refused because too many had failed.",
    ),
    Family::counter(
        "idp_password_tries_refused_total",
        "Tries of a password that were refused because too many had failed.",
    ),
    Family::counter(
        "idp_password_hashes_total",
        "Passwords that were hashed or verified.",
    ),
    Family::counter(
        "idp_password_busy_total",
        "Passwords that were refused a slot because too many waited.",
    ),
    Family::counter(
        "idp_password_late_total",
        "Passwords that waited so long that another thread took them over.",
    ),
    Family::counter(
        "idp_password_upgrades_total",
        "Hashes of another system or of older parameters that were replaced at sign-in.",
    ),
    Family::counter(
        "idp_mail_total",
        "Mails by outcome: sent, retried, given_up, over_budget.",
    ),
    Family::counter(
        "idp_logouts_total",
        "Back-channel logouts by outcome: told, retried, given_up.",
    ),
    Family::counter(
        "idp_client_reports_total",
        "Errors that pages of client libraries reported.",
    ),
];
