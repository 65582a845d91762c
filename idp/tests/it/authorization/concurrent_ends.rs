//! Tests a session or a consent that ends during an authorization. Row locks of PostgreSQL block the authorization at that
//! point.

use foundation::testing::{RowLocks, TestDatabase, redis_url};
use idp::testing::{TestBrowser, sign_out_everywhere};

use super::pushed::{address_of, pushed};
use super::{ShownPage, shop};
use crate::harness::{RedirectResponse, TestIdp};
use crate::visiting::retry_while_busy;

/// Requests an address while a statement locks a row that the response needs, and runs an action before the unlock.
async fn held(
    world: &TestIdp,
    (statement, address, ann): (&'static str, &str, &TestBrowser),
    concurrent: impl AsyncFnOnce(),
) -> reqwest::Response {
    let asking = world.get(address, Some(ann));
    send_during_lock(world, statement, (asking, concurrent)).await
}

/// Sends any request while a statement locks a row, and runs an action before the unlock.
async fn send_during_lock(
    world: &TestIdp,
    statement: &'static str,
    (asking, meanwhile): (impl Future<Output = reqwest::Response>, impl AsyncFnOnce()),
) -> reqwest::Response {
    let mut holding = RowLocks::take(&world.app.database, &[statement]).await;
    let rest = async {
        holding.wait_for_sessions(1).await;
        meanwhile().await;
        holding.commit().await;
    };
    let (response, ()) = tokio::join!(asking, rest);
    response
}

/// Stores sessions in Redis, which no row lock covers: one may end between the check and the commit.
async fn with_redis() -> TestIdp {
    let settings = [
        ("IDP_SESSION_STORE", "redis".to_owned()),
        ("IDP_REDIS_URL", redis_url()),
        ("IDP_REDIS_MILLISECONDS", "5000".to_owned()),
    ];
    TestIdp::with_database(TestDatabase::postgres(&idp::MIGRATIONS).await, &settings).await
}

const HOLDS_CODES: &str = "LOCK TABLE authorization_codes IN EXCLUSIVE MODE";

// row: A14
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hidden_frame_gets_login_required_when_its_session_ends_during_the_request() {
    let world = with_redis().await;
    let ann = world.visitor("ann").await;
    let address = address_of("backend", &pushed(&world, &[("prompt", "none")]).await);
    let ends = async || sign_out_everywhere(&world.app, &ann.user_id).await.unwrap();
    let response = held(&world, (HOLDS_CODES, &address, &ann), ends).await;
    let landing = RedirectResponse::from_response(&response);
    assert_eq!(landing.error(), "login_required");
    assert_eq!(landing.parameter("state").as_deref(), Some("pushed"));
    let live = "SELECT COUNT(*) FROM grants WHERE revoked_at IS NULL";
    assert_eq!(world.count(live).await, 0, "what it gave was taken back");
}

// row: A24
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn user_signed_out_during_a_request_signs_in_and_continues() {
    let world = with_redis().await;
    let ann = world.visitor("ann").await;
    for is_pushed in [false, true] {
        let ann = world.sign_in_again("ann", &ann).await;
        let address = if is_pushed {
            address_of("backend", &pushed(&world, &[]).await)
        } else {
            world.authorize_url(&[])
        };
        let ends = async || sign_out_everywhere(&world.app, &ann.user_id).await.unwrap();
        let response = held(&world, (HOLDS_CODES, &address, &ann), ends).await;
        let url = RedirectResponse::from_response(&response).url();
        assert_eq!(url.path(), "/api/auth/signin");
        let (_, back) = url
            .query_pairs()
            .find(|(name, _)| name == "callbackUrl")
            .unwrap();
        let again = world.sign_in_again("ann", &ann).await;
        let landing = RedirectResponse::from_response(&world.get(&back, Some(&again)).await);
        assert!(
            landing.parameter("code").is_some(),
            "{is_pushed}: {landing:?}"
        );
    }
}

// row: A24
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn session_that_ends_before_the_response_gives_no_code() {
    let world = TestIdp::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await;
    let ann = world.visitor("ann").await;
    let address = world.authorize_url(&[]);
    let nothing = async || ();
    let response = held(&world, ("DELETE FROM sessions", &address, &ann), nothing).await;
    assert_eq!(
        RedirectResponse::from_response(&response).url().path(),
        "/api/auth/signin"
    );
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sign_out_waits_for_a_response_and_ends_its_grant() {
    let world = TestIdp::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await;
    let ann = world.visitor("ann").await;
    let allowed = "INSERT INTO consents (user_id, client_id, scope, updated_at) VALUES ($1, 'shop', 'openid email', 0)";
    world.execute(allowed, &ann.user_id).await;
    let address = shop(&world, &[]);
    let mut holding =
        RowLocks::take(&world.app.database, &["UPDATE consents SET used_at = 0"]).await;
    let sign_out = async {
        holding.wait_for_sessions(1).await;
        let release = async {
            holding.wait_for_sessions(2).await;
            holding.commit().await;
        };
        tokio::join!(sign_out_everywhere(&world.app, &ann.user_id), release)
    };
    let (response, (ended, ())) = tokio::join!(world.get(&address, Some(&ann)), sign_out);
    ended.unwrap();
    assert!(
        RedirectResponse::from_response(&response)
            .parameter("code")
            .is_some()
    );
    let all = world.count("SELECT COUNT(*) FROM grants").await;
    let ended = world.count("SELECT COUNT(*) FROM grants WHERE revoked_at IS NOT NULL");
    assert_eq!((all, ended.await), (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrently_reduced_consent_grants_no_more() {
    let world = TestIdp::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await;
    let ann = world.visitor("ann").await;
    let allowed = "INSERT INTO consents (user_id, client_id, scope, updated_at) VALUES ($1, 'shop', 'openid email', 0)";
    world.execute(allowed, &ann.user_id).await;
    let control = RedirectResponse::from_response(&world.get(&shop(&world, &[]), Some(&ann)).await);
    assert!(
        control.parameter("code").is_some(),
        "the control: {control:?}"
    );
    let less = "UPDATE consents SET scope = 'openid'";
    let nothing = async || ();
    let response = held(&world, (less, &shop(&world, &[]), &ann), nothing).await;
    let page = ShownPage::read(response, "").await;
    assert!(page.html.contains("id=\"consent-allow\""), "{}", page.html);
    world
        .execute(
            "UPDATE consents SET scope = 'openid email' WHERE user_id = $1",
            &ann.user_id,
        )
        .await;
    let address = shop(&world, &[("prompt", "none")]);
    let response = held(&world, (less, &address, &ann), nothing).await;
    assert_eq!(
        RedirectResponse::from_response(&response).error(),
        "consent_required"
    );
    assert_eq!(
        world.count("SELECT COUNT(*) FROM grants").await,
        1,
        "the control's alone"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn consent_that_is_taken_back_while_more_is_allowed_does_not_come_back() {
    let world = TestIdp::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await;
    let ann = world.visitor("ann").await;
    let allowed = "INSERT INTO consents (user_id, client_id, scope, updated_at) VALUES ($1, 'shop', 'openid email', 0)";
    let scope = "SELECT scope FROM consents";
    for (concurrent, expected) in [
        ("UPDATE consents SET used_at = 0", "email openid profile"),
        ("DELETE FROM consents", "openid profile"),
        ("UPDATE consents SET scope = 'openid'", "openid profile"),
    ] {
        world.change("DELETE FROM consents").await;
        world.execute(allowed, &ann.user_id).await;
        let request = shop(&world, &[("scope", "openid profile")]);
        let page = ShownPage::at(&world, &request, &ann).await;
        let asking = page.press(&world, "/oauth/consent", &[("decision", "allow")]);
        let nothing = async || ();
        let response = send_during_lock(&world, concurrent, (asking, nothing)).await;
        let landing = RedirectResponse::from_response(&response);
        assert!(landing.parameter("code").is_some(), "{landing:?}");
        assert_eq!(world.text(scope).await, expected, "{concurrent}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_consents_keep_the_scopes_of_both() {
    let world = TestIdp::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await;
    let ann = world.visitor("ann").await;
    let pages = [
        ShownPage::at(&world, &shop(&world, &[("scope", "openid email")]), &ann).await,
        ShownPage::at(&world, &shop(&world, &[("scope", "openid profile")]), &ann).await,
    ];
    let press = async |page: &ShownPage| {
        let allow = [("decision", "allow")];
        RedirectResponse::from_response(&page.press(&world, "/oauth/consent", &allow).await)
    };
    let lock = "LOCK TABLE consents IN EXCLUSIVE MODE";
    let mut holding = RowLocks::take(&world.app.database, &[lock]).await;
    let release = async {
        holding.wait_for_sessions(2).await;
        holding.commit().await;
    };
    let [one, other] = &pages;
    let pressing = async {
        tokio::join!(
            retry_while_busy(|| press(one)),
            retry_while_busy(|| press(other))
        )
    };
    let ((one, other), ()) = tokio::join!(pressing, release);
    for landing in [one, other] {
        assert!(landing.parameter("code").is_some(), "{landing:?}");
    }
    let scope = "SELECT scope FROM consents";
    assert_eq!(world.text(scope).await, "email openid profile");
}
