//! The OpenID Provider's scenarios S1 to S6: what is read, what machines ask, a whole code flow, a rotated token.

use std::cell::RefCell;
use std::rc::Rc;

use journeys::people::{Person, register_client};
use journeys::relying_party::RelyingParty;
use journeys::world::World;
use serde_json::{Value, json};

use crate::load::Scenario;
use crate::request::{form, get};

/// The names of those that sign, for holding them against raw signing.
pub(crate) const CLIENT_CREDENTIALS: &str = "client_credentials token";
pub(crate) const CODE_FLOW: &str = "code flow, signed in (2 requests)";
pub(crate) const REFRESH: &str = "refresh, rotated";

const CLIENT: &str = "bench";
const CALLBACK: &str = "https://bench.example/callback";
/// RFC 7636 appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
/// Twice as many families as connections, so that none waits for one.
const FAMILIES: usize = 32;

/// Registers a confidential client whose ID tokens are signed as its access tokens are, has the owner allow it, and
/// gives the scenarios.
pub(crate) async fn scenarios(world: &World, owner: &Person) -> Vec<Scenario> {
    let metadata = json!({
        "redirect_uris": [CALLBACK],
        "grant_types": ["authorization_code", "refresh_token", "client_credentials"],
        "id_token_signed_response_alg": "ES256",
    });
    let secret = register_client(world, CLIENT, &metadata).await;
    let site = RelyingParty {
        issuer: world.place.base.clone(),
        client_id: CLIENT.to_owned(),
        client_secret: Some(secret.clone()),
        redirect_uri: CALLBACK.to_owned(),
        scopes: vec!["offline_access"],
    };
    let mut tokens = Vec::new();
    for _family in 0..FAMILIES {
        tokens.push(site.sign_in(&owner.browser).await);
    }
    let access_token = tokens.first().expect("a family").access_token.clone();
    let families = tokens.into_iter().filter_map(|one| one.refresh_token);
    let proof = format!("client_id={CLIENT}&client_secret={secret}");
    vec![
        Scenario::fixed("discovery", get("/.well-known/openid-configuration", "")),
        Scenario::fixed("jwks", get("/oauth/jwks", "")),
        client_credentials(&world.client_secret()),
        code_flow(owner, &proof),
        refresh(families.collect(), &proof),
        userinfo(&access_token),
    ]
}

fn client_credentials(secret: &str) -> Scenario {
    let body = format!(
        "grant_type=client_credentials&scope=idp.clients&client_id=product-api&client_secret={secret}"
    );
    let request = form("/oauth/token", "", &body);
    Scenario::checked(CLIENT_CREDENTIALS, "\"access_token\"", move |_| {
        request.clone()
    })
}

/// An authorization request of a browser with a live session, and the redemption of the code that comes back.
fn code_flow(owner: &Person, proof: &str) -> Scenario {
    let cookies = format!("Cookie: {}\r\n", owner.browser.cookies().join("; "));
    let back = urlencoded(CALLBACK);
    let path = format!(
        "/oauth/authorize?client_id={CLIENT}&redirect_uri={back}&response_type=code&scope=openid&state=s&nonce=n\
         &code_challenge={CHALLENGE}&code_challenge_method=S256"
    );
    let request = get(&path, &cookies);
    let proof = proof.to_owned();
    Scenario::checked(CODE_FLOW, "\"id_token\"", move |_| request.clone()).then(move |answer| {
        let code = between(answer, "code=", &['&', '\r']);
        let body = format!(
            "grant_type=authorization_code&code={code}&redirect_uri={back}&code_verifier={VERIFIER}&{proof}"
        );
        form("/oauth/token", "", &body)
    })
}

/// Each answer's token is the next request's.
fn refresh(families: Vec<String>, proof: &str) -> Scenario {
    let ready = Rc::new(RefCell::new(families));
    let (families, proof) = (Rc::clone(&ready), proof.to_owned());
    Scenario::limited(REFRESH, "\"refresh_token\"", move |_| {
        let token = families.borrow_mut().pop()?;
        let body = format!("grant_type=refresh_token&refresh_token={token}&{proof}");
        Some(form("/oauth/token", "", &body))
    })
    .learning(move |answer| {
        let body = answer.split("\r\n\r\n").nth(1).expect("a body");
        let body: Value = serde_json::from_str(body).expect("JSON");
        let token = body.get("refresh_token").and_then(Value::as_str);
        let token = token.expect("a token");
        ready.borrow_mut().push(token.to_owned());
    })
}

fn userinfo(access_token: &str) -> Scenario {
    let bearer = format!("Authorization: Bearer {access_token}\r\n");
    let request = get("/oauth/userinfo", &bearer);
    Scenario::checked("userinfo", "\"sub\"", move |_| request.clone())
}

fn between<'a>(text: &'a str, begins: &str, ends: &[char]) -> &'a str {
    let rest = text.split(begins).nth(1).expect("it is there");
    rest.split(ends).next().unwrap_or_default()
}

/// An address as a parameter's value; ours hold nothing but these two.
fn urlencoded(address: &str) -> String {
    address.replace(':', "%3A").replace('/', "%2F")
}
