//! Tests `GET /v1/ledger/verification`: which caller may see which books, and may free an account.

use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};

const PATH: &str = "/v1/ledger/verification";

fn operator(world: &TestApi) -> String {
    world.token_with(
        "usr_op",
        &json!({"scope": "openid operator", "roles": ["operator"]}),
    )
}

fn program(world: &TestApi, scope: &str) -> String {
    world.token_with(
        "cli",
        &json!({"sub": "cli", "client_id": "cli", "sid": null, "scope": scope}),
    )
}

async fn as_owner(world: &TestApi, path: &str, owner: &str, website: &str) -> HttpResponse {
    let authorization = format!("Bearer {}", world.token(owner));
    let headers = [
        ("authorization", authorization.as_str()),
        ("tollgate-website", website),
    ];
    world.send(reqwest::Method::GET, path, &headers, None).await
}

#[track_caller]
fn state(response: &HttpResponse) -> Value {
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["state"].clone()
}

on_both_engines! {
    // row: K1
    async fn verification_is_limited_to_own_books_except_for_operators(world: TestApi) {
        let (one, two) = (Shop::open(&world, "usr_1", "One").await, Shop::open(&world, "usr_2", "Two").await);
        grant(&world, &one, "g", "ada", 100).await;
        grant(&world, &two, "g", "bob", 100).await;
        world.sql("UPDATE customers SET credits = 71 WHERE website_id = $1", &[&one.id]).await;
        let (operator, cli) = (operator(&world), program(&world, "ledger"));
        for credential in [&operator, &cli] {
            let body = world.get(PATH, credential).await;
            assert_eq!(state(&body), "damaged");
            let body = body.json();
            assert_eq!(body["findings"].as_array().unwrap().len(), 1, "{body}");
            assert_eq!((&body["findings"][0]["invariant"], &body["findings"][0]["count"]), (&json!(11), &json!(1)));
            assert_eq!((&body["frozen"][0]["website_id"], &body["frozen"][0]["mode"]), (&json!(one.id), &json!("live")));
            assert_eq!(body["findings"][0]["accounts"][0], body["frozen"][0]["account"]);
        }
        for mine in [world.get(PATH, &one.key).await, as_owner(&world, PATH, "usr_1", &one.id).await] {
            assert_eq!(state(&mine), "damaged");
            assert_eq!(mine.json()["frozen"].as_array().unwrap().len(), 1);
        }
        for sound in [
            world.get(PATH, &two.key).await,
            as_owner(&world, PATH, "usr_2", &two.id).await,
            world.get(PATH, &one.test_key).await,
        ] {
            assert_eq!(state(&sound), "sound");
            assert_eq!((&sound.json()["findings"], &sound.json()["frozen"]), (&json!([]), &json!([])));
        }
        // A run of another caller is absent.
        let run = world.get(PATH, &operator).await.json()["run"].as_str().unwrap().to_owned();
        let again = world.get(&format!("{PATH}?run={run}"), &operator).await;
        assert_eq!((state(&again), again.json()["run"].as_str()), (json!("damaged"), Some(run.as_str())));
        let of_one = world.get(PATH, &one.key).await.json()["run"].as_str().unwrap().to_owned();
        for (run, credential) in [(&run, &one.key), (&of_one, &two.key), (&of_one, &operator)] {
            world.get(&format!("{PATH}?run={run}"), credential).await.is_problem(404, "not-found");
        }
        as_owner(&world, PATH, "usr_2", &one.id).await.is_problem(404, "not-found");
    }
}

on_both_engines! {
    async fn unknown_mode_is_refused_also_for_all_books(world: TestApi) {
        for credential in [operator(&world), program(&world, "ledger")] {
            let authorization = format!("Bearer {credential}");
            let headers = [("authorization", authorization.as_str()), ("tollgate-mode", "real")];
            let response = world.send(reqwest::Method::GET, PATH, &headers, None).await;
            response.is_problem(400, "invalid-request");
        }
    }
}

on_both_engines! {
    async fn only_operators_verify_all_books_and_unfreeze(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        grant(&world, &shop, "g", "ada", 100).await;
        world.sql("UPDATE customers SET credits = 71", &[]).await;
        let operator = operator(&world);
        let body = world.get(PATH, &operator).await.json();
        let account = body["frozen"][0]["account"].as_str().unwrap();
        let ready = world.get("/health/ready", "").await;
        assert_eq!((ready.status, &ready.json()["api_frozen_accounts"]), (200, &json!(1)), "whoever watches sees it");
        let spend = json!({"customer": {"external_id": "ada"}, "amount": 5});
        let refused = post(&world, "/v1/spends", &shop.key, "s", &spend).await;
        refused.is_problem(403, "account-frozen");

        let free = format!("/v1/ledger/accounts/{account}/unfreeze");
        let role = json!({"roles": ["operator"]});
        for (who, credential) in [
            ("an owner", world.token("usr_1")),
            ("the role without the scope", world.token_with("usr_op", &role)),
            ("the scope without the role", world.token_with("usr_1", &json!({"scope": "operator"}))),
            ("a person with the program's scope", world.token_with("usr_1", &json!({"scope": "ledger"}))),
            ("a program without it", program(&world, "credits.read websites operator")),
        ] {
            let response = world.get(PATH, &credential).await;
            assert_eq!(response.status, 403, "{who}: {response:?}");
            let response = world.post(&free, &credential, &json!({})).await;
            assert_eq!(response.status, 403, "{who}: {response:?}");
        }
        world.post(&free, &shop.key, &json!({})).await.is_problem(403, "insufficient-scope");
        world.get(PATH, "nonsense").await.is_problem(401, "unauthenticated");
        world.sql("UPDATE api_keys SET scopes = 'credits.spend'", &[]).await;
        world.get(PATH, &shop.key).await.is_problem(403, "insufficient-scope");
        assert_eq!(post(&world, "/v1/spends", &shop.key, "s", &spend).await.status, 403, "still frozen");

        world.sql("UPDATE customers SET credits = 100", &[]).await;
        for credential in [&operator, &program(&world, "ledger")] {
            let freed = world.post(&free, credential, &json!({})).await;
            assert_eq!((freed.status, freed.json()), (200, json!({"account": account, "is_frozen": false})));
        }
        assert_eq!(world.get("/health/ready", "").await.json()["api_frozen_accounts"], 0);
        world.post("/v1/ledger/accounts/7/unfreeze", &operator, &json!({})).await.is_problem(404, "not-found");
        assert_eq!(post(&world, "/v1/spends", &shop.key, "s", &spend).await.status, 200);
        let audit_log = "SELECT count(*) FROM audit WHERE action = 'wallet.freed' AND actor = 'usr_op' AND session_id IS NOT NULL";
        assert_eq!(world.count(audit_log).await, 1, "what changes nothing is not written down");
    }
}
