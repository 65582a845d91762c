//! Tests family F of the attacks on the password form, each with what a legitimate user sees.

use std::time::Duration;

use foundation::on_both_engines;
use idp::testing::password_work;

use super::{ANN, KILN, ON, enter, try_password, world, world_at};
use crate::visiting::{TestBackend, TestInstallation, spawn};

on_both_engines!(burst_of_passwords_is_checked_up_to_the_limit);

// row: F4
// row: stricter-21
/// The server checks no more concurrent passwords than the limit. The right one among the rest is not checked either. Other
/// sign-in methods work.
async fn burst_of_passwords_is_checked_up_to_the_limit(backend: TestBackend) {
    let world = world_at(backend).await;
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let cookies = browser.cookie_line();
    let (before, _) = password_work(&world.app);
    let client = foundation::testing::test_client();
    let url = world.at_server("/api/auth/callback/credentials");
    let tries: Vec<_> = (0..500)
        .map(|number| {
            let (client, url) = (client.clone(), url.clone());
            let body = format!(
                "csrfToken={csrf}&email=ann%40example.com&password=wrong+number+{number}&json=true"
            );
            let request = client
                .post(url)
                .header("cookie", cookies.clone())
                .header("content-type", "application/x-www-form-urlencoded")
                .body(body);
            spawn(async move { request.send().await.unwrap().status().as_u16() })
        })
        .collect();
    for response in tries {
        let status = response.await.unwrap();
        assert!([401, 503].contains(&status), "{status}");
    }
    let (after, _) = password_work(&world.app);
    assert!(after - before <= 10, "{} were hashed", after - before);
    // Refused requests without a place in the queue do not count, so the test continues until passwords are blocked.
    for _ in 0..11 {
        try_password(&browser, ANN, "wrong password here").await;
    }
    assert_eq!(password_work(&world.app).0 - before, 10);
    assert_eq!(try_password(&browser, ANN, KILN).await.status, 401);
    assert_eq!(
        password_work(&world.app).0 - before,
        10,
        "a closed account was looked at"
    );
    assert!(world.signed_in(ANN).await.is_signed_in().await);
    world.wait(Duration::from_mins(15));
    assert_eq!(try_password(&browser, ANN, KILN).await.status, 200);
}

// row: F5
/// F5: every spelling of an address counts for one account.
#[tokio::test]
async fn every_spelling_of_an_address_counts_on_one_account() {
    let world = world().await;
    let spellings = [
        ANN,
        "Ann@Example.COM",
        " ann@example.com ",
        "ann\u{ff20}example.com",
        "ANN@EXAMPLE.COM",
    ];
    for spelling in spellings {
        let by_email = [("email", spelling), ("password", "wrong password here")];
        enter(&world.browser(), &by_email).await;
        let by_name = [("username", spelling), ("password", "wrong password here")];
        enter(&world.browser(), &by_name).await;
    }
    for spelling in spellings {
        assert_eq!(
            try_password(&world.browser(), spelling, KILN).await.status,
            401,
            "{spelling}"
        );
    }
    assert_eq!(password_work(&world.app).0, 11, "one to set it, ten tries");
    // Ten wrong passwords in a row block the account, and a right one in between restarts the count.
    world.wait(Duration::from_mins(15));
    for _ in 0..2 {
        for _ in 0..9 {
            try_password(&world.browser(), ANN, "wrong password here").await;
        }
        assert_eq!(
            try_password(&world.browser(), " ANN@example.com", KILN)
                .await
                .status,
            200
        );
    }
}

// row: F6
/// F6: the server believes a forwarded address only from a trusted proxy.
#[tokio::test]
async fn forged_address_is_no_other_network() {
    for (proxies, networks) in [("", 1), ("127.0.0.1", 5)] {
        let world = TestInstallation::with(&[ON, ("IDP_TRUSTED_PROXIES", proxies)]).await;
        let browser = world.browser();
        let csrf = browser.csrf().await;
        for number in 1..=5 {
            let claimed = format!("198.51.100.{number}");
            let fields = [
                ("csrfToken", csrf.as_str()),
                ("email", ANN),
                ("password", "wrong password here"),
            ];
            let headers = [("x-forwarded-for", claimed.as_str())];
            browser
                .post_with("/api/auth/callback/credentials", &headers, &fields)
                .await;
        }
        let keys = world
            .text("SELECT CAST(count(*) AS TEXT) FROM password_tries")
            .await;
        assert_eq!(keys, (networks + 1).to_string(), "{proxies}");
    }
}

/// The server bounds a network's wrong attempts over all accounts; right ones do not count.
#[tokio::test]
async fn network_has_a_hundred_wrong_tries() {
    let world = world().await;
    for _ in 0..3 {
        assert_eq!(try_password(&world.browser(), ANN, KILN).await.status, 200);
    }
    try_password(&world.browser(), "nobody@example.com", KILN).await;
    let tries = world
        .text("SELECT CAST(sum(tries) AS TEXT) FROM password_tries")
        .await;
    assert_eq!(tries, "2", "one for the account, one for the network");
    let mut transaction = world.app.database.begin().await.unwrap();
    foundation::on_engine!(&mut transaction.connection(), |c| {
        sqlx::query("UPDATE password_tries SET tries = tries + 98")
            .execute(c)
            .await
            .map(|_| ())
    })
    .unwrap();
    transaction.commit().await.unwrap();
    let (before, _) = password_work(&world.app);
    for name in ["one", "two", "three"] {
        let email = format!("{name}@example.com");
        assert_eq!(
            try_password(&world.browser(), &email, KILN).await.status,
            401
        );
    }
    assert_eq!(
        password_work(&world.app).0 - before,
        1,
        "the hundredth only"
    );
    assert_eq!(try_password(&world.browser(), ANN, KILN).await.status, 401);
}

// row: F8
/// F8: the server refuses overlong passwords before any hash.
#[tokio::test]
async fn overlong_passwords_are_refused_before_any_work() {
    let world = world().await;
    let (before, _) = password_work(&world.app);
    let browser = world.browser();
    let long = "a".repeat(1025);
    let script = try_password(&browser, ANN, &long).await;
    assert_eq!(script.status, 400);
    assert!(
        script.json()["url"]
            .as_str()
            .unwrap()
            .contains("error=CredentialsSignin")
    );
    let plain = enter(&browser, &[("email", ANN), ("password", &long)]).await;
    assert_eq!(plain.status, 400);
    assert!(plain.body.contains("1,024 bytes"));
    let huge = "a".repeat(1024 * 1024);
    assert_eq!(try_password(&browser, ANN, &huge).await.status, 413);
    assert_eq!(password_work(&world.app).0, before);
    assert_eq!(try_password(&browser, ANN, &long[..1024]).await.status, 401);
    assert_eq!(password_work(&world.app).0, before + 1);
}
