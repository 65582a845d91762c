//! The clients that `tollgate serve` registers at its start: the web app, the product API itself, and the commands.

use serde_json::json;

/// Returns the bootstrap file of the idp, with the names of RFC 7591.
pub(super) fn clients(issuer: &str, api_client: &str, cli_client: &str) -> String {
    let clients = json!([
        {
            "client_id": "web",
            "client_name": "Tollgate",
            "token_endpoint_auth_method": "none",
            "redirect_uris": [format!("{issuer}/auth/callback"), format!("{issuer}/silent")],
            "post_logout_redirect_uris": [format!("{issuer}/")],
            "grant_types": ["authorization_code"],
            "scope": "openid profile email account credits.buy credits.read operator websites",
            "id_token_signed_response_alg": "ES256",
            "first_party": true
        },
        {
            "client_id": "product-api",
            "client_name": "Tollgate product API",
            "client_secret": api_client,
            "token_endpoint_auth_method": "client_secret_basic",
            "grant_types": ["client_credentials"],
            "scope": "idp.clients idp.keys idp.status idp.users"
        },
        {
            "client_id": "tollgate-cli",
            "client_name": "Tollgate commands",
            "client_secret": cli_client,
            "token_endpoint_auth_method": "client_secret_basic",
            "grant_types": ["client_credentials"],
            "scope": "idp.audit idp.clients idp.keys idp.status idp.users ledger"
        }
    ]);
    format!("{clients:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::OWN_CLIENT;

    #[test]
    fn commands_find_the_client_that_is_registered_for_them() {
        let clients = clients("https://id.example.com", "one", "two");
        assert!(clients.contains(&format!("\"{OWN_CLIENT}\"")));
    }
}
