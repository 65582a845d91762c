//! The OpenID Provider's scenarios S1 to S7: what is read, what machines ask, a whole code flow, a rotated
//! token, what a token means.

use std::cell::RefCell;
use std::rc::Rc;

use journeys::browser::Browser;
use journeys::people::{register_client, sign_in_by_link};
use journeys::relying_party::RelyingParty;
use journeys::world::World;
use serde_json::{Value, json};

use crate::load::Scenario;
use crate::request::{form, get};

const CLIENT: &str = "bench";
const CALLBACK: &str = "https://bench.example/callback";
/// RFC 7636 appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
/// Twice as many as connections, so that none waits for another's row.
const PEOPLE: usize = 32;

/// Somebody who is signed in, and what the client got for it.
struct Visitor {
    cookies: String,
    access_token: String,
    refresh_token: String,
}

/// Registers a confidential client of others whose ID tokens are signed as its access tokens are, has people allow it,
/// and gives the scenarios.
pub(crate) async fn scenarios(world: &World) -> Vec<Scenario> {
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
    let mut visitors = Vec::new();
    for number in 0..PEOPLE {
        let email = format!("visitor-{number}@example.com");
        visitors.push(visitor(world, &site, &email).await);
    }
    let proof = format!("client_id={CLIENT}&client_secret={secret}");
    vec![
        Scenario::checked("S1 discovery", "\"issuer\"", move |_| {
            get("/.well-known/openid-configuration", "")
        }),
        Scenario::checked("S2 jwks", "\"keys\"", move |_| get("/oauth/jwks", "")),
        client_credentials(&world.client_secret()),
        code_flow(&visitors, &proof),
        refresh(&visitors, &proof),
        userinfo(&visitors),
        introspection(&visitors, &proof),
    ]
}

async fn visitor(world: &World, site: &RelyingParty, email: &str) -> Visitor {
    let browser = Browser::default();
    sign_in_by_link(&world.place, &browser, email, 1).await;
    let tokens = site.sign_in(&browser).await;
    Visitor {
        cookies: format!("Cookie: {}\r\n", browser.cookies().join("; ")),
        access_token: tokens.access_token,
        refresh_token: tokens.refresh_token.expect("a refresh token"),
    }
}

/// Asks one of these after the other.
fn in_turn(
    name: &'static str,
    shows: &'static str,
    requests: impl Iterator<Item = String>,
) -> Scenario {
    let requests: Vec<String> = requests.collect();
    let mut next = requests.into_iter().cycle();
    let next = RefCell::new(move || next.next());
    Scenario::limited(name, shows, move |_| (next.borrow_mut())())
}

fn client_credentials(secret: &str) -> Scenario {
    let body = format!(
        "grant_type=client_credentials&scope=idp.clients&client_id=product-api&client_secret={secret}"
    );
    let request = form("/oauth/token", "", &body);
    Scenario::checked(
        "S3 client_credentials token",
        "\"access_token\"",
        move |_| request.clone(),
    )
    .signing(1.0)
}

/// An authorization request of a browser with a live session, whose person allowed the client before, and the redemption of
/// the code that comes back for an access token and an ID token.
fn code_flow(visitors: &[Visitor], proof: &str) -> Scenario {
    let back = urlencoded(CALLBACK);
    let path = format!(
        "/oauth/authorize?client_id={CLIENT}&redirect_uri={back}&response_type=code&scope=openid&state=s&nonce=n\
         &code_challenge={CHALLENGE}&code_challenge_method=S256"
    );
    let requests = visitors.iter().map(|one| get(&path, &one.cookies));
    let proof = proof.to_owned();
    in_turn(
        "S4 code flow, signed in (2 requests)",
        "\"id_token\"",
        requests,
    )
    .signing(2.0)
    .then(move |answer| {
        let code = between(answer, "code=", &['&', '\r']);
        let body = format!(
            "grant_type=authorization_code&code={code}&redirect_uri={back}&code_verifier={VERIFIER}&{proof}"
        );
        form("/oauth/token", "", &body)
    })
}

/// Each answer's token is the next request's; an access token and an ID token come with it.
fn refresh(visitors: &[Visitor], proof: &str) -> Scenario {
    let tokens = visitors.iter().map(|one| one.refresh_token.clone());
    let ready = Rc::new(RefCell::new(tokens.collect::<Vec<_>>()));
    let (families, proof) = (Rc::clone(&ready), proof.to_owned());
    Scenario::limited("S5 refresh, rotated", "\"id_token\"", move |_| {
        let token = families.borrow_mut().pop()?;
        let body = format!("grant_type=refresh_token&refresh_token={token}&{proof}");
        Some(form("/oauth/token", "", &body))
    })
    .signing(2.0)
    .learning(move |answer| {
        let body = answer.split("\r\n\r\n").nth(1).expect("a body");
        let body: Value = serde_json::from_str(body).expect("JSON");
        let token = body.get("refresh_token").and_then(Value::as_str);
        let token = token.expect("a token");
        ready.borrow_mut().push(token.to_owned());
    })
}

fn userinfo(visitors: &[Visitor]) -> Scenario {
    let requests = visitors.iter().map(|one| {
        let bearer = format!("Authorization: Bearer {}\r\n", one.access_token);
        get("/oauth/userinfo", &bearer)
    });
    in_turn("S6 userinfo", "\"sub\"", requests)
}

/// A client asks about its own access tokens.
fn introspection(visitors: &[Visitor], proof: &str) -> Scenario {
    let requests = visitors.iter().map(|one| {
        let body = format!("token={}&{proof}", one.access_token);
        form("/oauth/introspect", "", &body)
    });
    in_turn("S7 introspection", "\"active\":true", requests)
}

fn between<'a>(text: &'a str, begins: &str, ends: &[char]) -> &'a str {
    let rest = text.split(begins).nth(1).expect("it is there");
    rest.split(ends).next().unwrap_or_default()
}

/// An address as a parameter's value; ours hold nothing but these two.
fn urlencoded(address: &str) -> String {
    address.replace(':', "%3A").replace('/', "%2F")
}
