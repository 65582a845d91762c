//! Family F of the attacks on the password form, each row beside what honest people see.

use std::time::Duration;

use idp::testing::{hold_password_work, password_work};

use super::{ANN, KILN, ON, enter, switch_off, try_password, world, world_at};
use crate::visiting::{Place, World, spawn};

/// F1: a wall clock would tell little on a busy machine; what is compared is the work that was done.
#[tokio::test]
async fn f1_the_same_work_for_known_unknown_and_password_less_accounts() {
    let world = world().await;
    world.signed_in("bob@example.com").await;
    let browser = world.browser();
    for email in [ANN, "bob@example.com", "nobody@example.com", "no address"] {
        let (before, _) = password_work(&world.app);
        let answer = try_password(&browser, email, "wrong password here").await;
        assert_eq!(answer.status, 401, "{email}");
        let (after, _) = password_work(&world.app);
        assert_eq!(after - before, 1, "{email}");
    }
    switch_off(&world).await;
    let (before, _) = password_work(&world.app);
    try_password(&browser, ANN, "wrong password here").await;
    assert_eq!(password_work(&world.app).0 - before, 1, "inactive");
}

/// F2.
#[tokio::test]
async fn f2_all_refusals_are_one_answer() {
    let world = world().await;
    world.signed_in("bob@example.com").await;
    for _ in 0..10 {
        try_password(&world.browser(), "eve@example.com", "wrong password here").await;
    }
    let browser = world.browser();
    browser.get("/api/auth/signin").await;
    let mut seen = Vec::new();
    for (email, password) in [
        (ANN, "wrong password here"),
        ("bob@example.com", KILN),
        ("nobody@example.com", KILN),
        ("no address", KILN),
        ("eve@example.com", KILN),
        (ANN, ""),
        ("", ""),
    ] {
        let answer = try_password(&browser, email, password).await;
        let mut headers = answer.headers.clone();
        for varying in ["x-request-id", "date"] {
            headers.remove(varying);
        }
        seen.push((email, answer.status, answer.body, headers));
    }
    assert_eq!(seen[0].1, 401);
    for one in &seen {
        assert_eq!(
            (&one.1, &one.2, &one.3),
            (&seen[0].1, &seen[0].2, &seen[0].3),
            "{}",
            one.0
        );
    }
}

/// F4, on both engines: of many at a time no more than the limit are looked at, and the right one among the rest is
/// not either. The other ways in stay open.
async fn burst(place: Place) {
    let world = world_at(place).await;
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let cookies = browser.cookie_line();
    let (before, _) = password_work(&world.app);
    let client = foundation::testing::patient_client();
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
    for answer in tries {
        let status = answer.await.unwrap();
        assert!([401, 503].contains(&status), "{status}");
    }
    let (after, _) = password_work(&world.app);
    assert!(after - before <= 10, "{} were hashed", after - before);
    // Those that found no place were not counted: go on until the account is closed to passwords.
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f4_a_burst_on_sqlite() {
    burst(Place::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f4_a_burst_on_postgres() {
    burst(Place::Postgres).await;
}

/// F5.
#[tokio::test]
async fn f5_every_spelling_of_an_address_counts_on_one_account() {
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
    // Ten wrong ones in a row close it, and a right one in between opens it anew.
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

/// F6: without a trusted proxy a claimed address is no address, and with one it is.
#[tokio::test]
async fn f6_a_forged_address_is_no_other_network() {
    for (proxies, networks) in [("", 1), ("127.0.0.1", 5)] {
        let world = World::with(&[ON, ("IDP_TRUSTED_PROXIES", proxies)]).await;
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

/// A network's tries are bounded too, whatever the accounts; right ones do not count.
#[tokio::test]
async fn a_network_has_a_hundred_wrong_tries() {
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

/// F8.
#[tokio::test]
async fn f8_overlong_passwords_are_refused_before_any_work() {
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

/// F10: nobody waits in an endless queue. While no core is free 64 wait, and each of the others is told at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f10_a_flood_waits_in_a_bounded_queue() {
    let world = World::with(&[ON, ("IDP_TRUSTED_PROXIES", "127.0.0.1")]).await;
    let held = hold_password_work(&world.app).await.unwrap();
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let cookies = browser.cookie_line();
    let client = foundation::testing::patient_client();
    let url = world.at_server("/api/auth/callback/credentials");
    let (told, mut told_so_far) = tokio::sync::mpsc::unbounded_channel();
    for number in 0..200 {
        let request = client
            .post(&url)
            .header("cookie", cookies.clone())
            .header("x-forwarded-for", format!("198.51.100.{number}"))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!(
                "csrfToken={csrf}&email=p{number}%40example.com&password=kiln+tugboat+40&json=true"
            ));
        let told = told.clone();
        spawn(async move {
            let answer = request.send().await.unwrap();
            let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
            let body: serde_json::Value = answer.json().await.unwrap();
            told.send((status, headers, body)).unwrap();
        });
    }
    for _ in 0..200 - 64 {
        let (status, headers, body) = told_so_far.recv().await.unwrap();
        assert_eq!(status, 503);
        assert_eq!(headers["retry-after"], "2");
        assert!(body["url"].as_str().unwrap().contains("error="), "{body}");
    }
    // Everybody else goes on meanwhile, and the page tells people what to do.
    assert_eq!(browser.get("/api/auth/session").await.status, 200);
    let page = enter(&browser, &[("email", ANN), ("password", KILN)]).await;
    assert_eq!(page.status, 503);
    assert!(page.body.contains("try again in a moment"));
    drop(held);
    for _ in 0..64 {
        let (status, _, _) = told_so_far.recv().await.unwrap();
        assert_eq!(status, 401);
    }
    let (jobs, most) = password_work(&world.app);
    let cores = std::thread::available_parallelism().unwrap().get();
    assert_eq!(jobs, 64);
    assert!(most <= cores, "{most} at a time on {cores} cores");
}
