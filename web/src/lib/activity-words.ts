/** What a website's sign-in was asked, in words that say what to do. */

type Seen = { endpoint: string; error?: string | null; error_description?: string | null };
type SeenHere = Seen & { fix?: { kind: string } | null };

const done: Readonly<Record<string, string>> = {
  authorize: "Somebody was sent to sign in",
  token: "Tokens were fetched",
  userinfo: "It was asked who signed in",
  end_session: "Somebody was sent to sign out",
};

const refused: Readonly<Record<string, string>> = {
  access_denied: "The person did not allow it",
  invalid_client: "The client id or its secret is not right",
  invalid_grant: "The code was used before, is too old, or belongs to another address",
  invalid_scope: "A scope was asked for that this client may not have",
  login_required: "Nobody was signed in, and nobody was to be asked",
  unauthorized_client: "This client may not sign in in this way",
  unsupported_grant_type: "This kind of grant is not known",
  unsupported_response_type: "Only a code is given: ask with response_type=code",
};

export function activityWords({ endpoint, error, fix, error_description }: SeenHere): string {
  if (!error) return done[endpoint] ?? endpoint;
  if (fix?.kind === "allow-redirect-uri") return "This redirect address is not registered";
  return refused[error] ?? error_description ?? error;
}
