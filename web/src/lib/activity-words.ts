/** Describes sign-in requests in words, with a fix for each refusal. */
import { t } from "./language";

type Outcome = { endpoint: string; error?: string | null; error_description?: string | null };
type FixableOutcome = Outcome & { fix?: { kind: string } | null };

const done: Readonly<Record<string, string>> = {
  authorize: t("Sign-in started"),
  token: t("Tokens issued"),
  userinfo: t("User info read"),
  end_session: t("Sign-out started"),
};

const refused: Readonly<Record<string, string>> = {
  access_denied: t("The person declined"),
  invalid_client: t("The client id or secret is wrong"),
  invalid_scope: t("This client may not request one of the scopes"),
  login_required: t("Sign-in was required, but the request does not allow asking for it"),
  unauthorized_client: t("This client may not use this way to sign in"),
  unsupported_grant_type: t("This grant type is not supported"),
  unsupported_response_type: t("Only response_type=code is supported"),
};

const anyGrant = "The code or refresh token is unknown";

export function activityWords({ endpoint, error, fix, error_description }: FixableOutcome): string {
  if (!error) return done[endpoint] ?? endpoint;
  if (fix?.kind === "allow-redirect-uri") return t("This redirect address is not registered");
  if (fix?.kind === "allow-post-logout-redirect-uri") {
    return t("This address after sign-out is not registered");
  }
  if (error === "invalid_grant" && (!error_description || error_description.startsWith(anyGrant)))
    return t("The code was already used, has expired, or belongs to another redirect address");
  return refused[error] ?? error_description ?? error;
}

/** Fixes by prefix of the error code and description; the first match is shown. */
export const fixes: readonly (readonly [RegExp, string])[] = [
  [
    /^invalid_request code_challenge is missing\. This client is registered/,
    t(
      "Turn on PKCE with S256 in your sign-in library, or turn off Require PKCE on the Integration page.",
    ),
  ],
  [
    /^invalid_request code_challenge/,
    t(
      "Turn on PKCE with S256 in your sign-in library: it then sends code_challenge and code_challenge_method=S256.",
    ),
  ],
  [
    /^invalid_grant code_verifier was sent/,
    t(
      "Let the same library send the person to sign in and fetch the tokens: it must send code_challenge with the sign-in.",
    ),
  ],
  [
    /^invalid_grant code_verifier/,
    t(
      "Keep the code_verifier in the person’s session between the two requests, and send the one that belongs to this sign-in.",
    ),
  ],
  [
    /^invalid_grant redirect_uri/,
    t("Fetch the tokens with exactly the redirect_uri that sent the person to sign in."),
  ],
  [
    /^invalid_grant The code was redeemed/,
    t(
      "Fetch the tokens once for each code. A page that is loaded twice, or a retry after a timeout, sends it again.",
    ),
  ],
  [
    /^invalid_grant/,
    t(
      "Send the person to sign in again: a code lasts a minute and is used once. If it keeps failing, check your server’s clock and retries.",
    ),
  ],
  [
    /^invalid_request redirect_uri is not one/,
    t(
      "Add this address to the redirect addresses on the Integration page, or send one that is listed there.",
    ),
  ],
  [
    /^invalid_request post_logout_redirect_uri/,
    t(
      "Add this address to the addresses after sign-out on the Integration page, or send one that is listed there.",
    ),
  ],
  [
    /^invalid_request (redirect_uri|client_id|No client)/,
    t("Send client_id and redirect_uri once each, as they are on the Integration page."),
  ],
  [
    /^invalid_request The body/,
    t("Send the parameters as a form: Content-Type: application/x-www-form-urlencoded, not JSON."),
  ],
  [/^invalid_request A parameter comes twice/, t("Send each parameter once.")],
  [
    /^invalid_request (code|refresh_token|device_code|token|grant_type) is missing/,
    t(
      "Send the parameter that is named. A sign-in library does so by itself; look whether its callback address is the one that is registered.",
    ),
  ],
  [
    /^invalid_request prompt/,
    t("Use none alone, or any of login, consent and select_account, in prompt."),
  ],
  [/^invalid_request max_age/, t("Send max_age as a whole number of seconds, or leave it out.")],
  [
    /^invalid_request nonce/,
    t("Send a nonce of at most 1,024 bytes: 22 random letters are enough."),
  ],
  [
    /^invalid_request response_mode/,
    t("Leave response_mode out, or send query or form_post with an https redirect address."),
  ],
  [
    /^invalid_request claims/,
    t("Send claims as OpenID Connect section 5.5 has it, or leave it out."),
  ],
  [
    /^invalid_request dpop_jkt/,
    t("Leave dpop_jkt out: your DPoP library adds it where it is needed."),
  ],
  [
    /^invalid_request The client has to push/,
    t(
      "Turn on pushed authorization requests (PAR) in your library, or ask the operator not to demand them.",
    ),
  ],
  [
    /^invalid_request The request is longer/,
    t("Send less: store data in your own session, and only its key in state."),
  ],
  [
    /^invalid_request This sign-in has expired/,
    t(
      "Send the person to sign in again. A sign-in page that was left open for long, or Back, leads here.",
    ),
  ],
  [
    /^invalid_request (An access token in the query|The access token is presented|The Authorization header)/,
    t("Send the access token once, as the header Authorization: Bearer."),
  ],
  [
    /^invalid_request The client proves itself by two/,
    t("Send the secret in one way: in the Authorization header or in the form, not in both."),
  ],
  [
    /^invalid_client Too many/,
    t(
      "Create a new client secret on the Settings page, copy it to your back end, and wait 15 minutes.",
    ),
  ],
  [
    /^invalid_client The client assertion/,
    t("Compare the key, kid, iss, sub, aud and exp of the assertion with the sentence above."),
  ],
  [
    /^invalid_client/,
    t(
      "Compare client id and secret in your settings with the Integration page; make a new secret there if it is lost.",
    ),
  ],
  [
    /^(invalid_request_uri|request_uri_not_supported)/,
    t("Push the request again, and use its request_uri once within a minute."),
  ],
  [
    /^invalid_request_object/,
    t(
      "Compare the key, kid, iss, client_id, aud and exp of the request object with the sentence above, or turn off signed request objects (JAR) in your library.",
    ),
  ],
  [
    /^invalid_request (request and request_uri|The client has to send its request)/,
    t("Turn on signed request objects (JAR) in your library, and send the object once."),
  ],
  [
    /^invalid_scope/,
    t(
      "Ask for openid, profile, email, offline_access and credits.read only, and for no more than was granted when you renew.",
    ),
  ],
  [/^invalid_target/, t("Leave resource out, or send one that is registered for this website.")],
  [
    /^invalid_token/,
    t(
      "Renew the access token and ask again: it lasts ten minutes, and ends with the person’s sign-in.",
    ),
  ],
  [/^insufficient_scope/, t("Ask for the scope openid when you send the person to sign in.")],
  [
    /^login_required id_token_hint/,
    t(
      "Send the last ID token that this client got for the person as id_token_hint, or leave it out.",
    ),
  ],
  [
    /^login_required/,
    t(
      "Nothing is wrong with prompt=none: show your sign-in button, which sends the person without it.",
    ),
  ],
  [/^consent_required/, t("Send the person once without prompt=none, so that they can allow it.")],
  [
    /^access_denied/,
    t(
      "Nothing is wrong. Show a page that says so, with a button to try again; ask for fewer scopes if it happens often.",
    ),
  ],
  [
    /^unmet_authentication_requirements/,
    t("Ask for an acr that the discovery document lists, and not as essential."),
  ],
  [
    /^unauthorized_client/,
    t(
      "Use the authorization code flow. If your program needs another grant, ask the operator for it.",
    ),
  ],
  [/^unsupported_grant_type/, t("Use grant_type=authorization_code or refresh_token.")],
  [/^unsupported_response_type/, t("Set the response type of your library to code.")],
  [/^authorization_pending/, t("Nothing is wrong: poll again after the interval.")],
  [/^slow_down/, t("Poll five seconds less often.")],
  [/^expired_token/, t("Start again and show the new code.")],
  [
    /^(invalid_dpop_proof|use_dpop_nonce)/,
    t(
      "Make a fresh DPoP proof for each request; your library repeats it with the nonce by itself.",
    ),
  ],
  [
    /^origin_not_allowed/,
    t(
      "Add a redirect address at this origin to the client without a secret on the Integration page, or call it from your server.",
    ),
  ],
  [/^temporarily_unavailable/, t("Wait for the seconds of Retry-After, then send it again.")],
  [/^server_error/, t("Send it again. If it keeps failing, give the operator the request id.")],
];

/** Returns the fix for a refusal, or null for a successful request. */
export function activityFix({ error, error_description }: Outcome): string | null {
  if (!error) return null;
  const text = `${error} ${error_description ?? ""}`;
  return fixes.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
