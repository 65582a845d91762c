//! Starts: the operator's link, a second start on the same data, and starts that are refused.

use foundation::testing::TestEngine;
use journeys::browser::Browser;
use journeys::installation::{TestInstallation, pair};
use journeys::process::Process;
use journeys::relying_party::RelyingParty;
use journeys::users::{self, TestUser};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn first_starts_link_makes_one_user_operator() {
    let mut world = TestInstallation::new(TestEngine::Sqlite).await;
    let link = operator_link(&world.process().welcome().await);
    let browser = Browser::default();
    users::sign_in_by_link(&world.address, &browser, "olga@example.com", 1).await;
    let page = browser.open(&link).await;
    browser.submit_page(&page, "submitButton").await;
    let tokens = RelyingParty::web_app(&world.address.base)
        .sign_in(&browser)
        .await;
    let olga = TestUser { browser, tokens };
    assert_eq!(
        olga.get(&world.address, "/v1/me").await["is_operator"],
        true
    );

    // The link is used up: a second user does not become operator, and the next start prints none.
    let late = TestUser::arrive(&world.address, "late@example.com").await;
    let page = late.browser.open(&link).await;
    assert!(
        !page.body.contains("id=\"submitButton\"") || {
            late.browser.submit_page(&page, "submitButton").await;
            true
        }
    );
    let again = RelyingParty::web_app(&world.address.base)
        .sign_in(&late.browser)
        .await;
    let late = TestUser {
        tokens: again,
        ..late
    };
    assert_eq!(
        late.get(&world.address, "/v1/me").await["is_operator"],
        false
    );
    world.stop_and_restart().unwrap();
    assert!(!world.process().welcome().await.contains("/admin/claim"));
}

fn operator_link(output: &str) -> String {
    let word = output
        .split_whitespace()
        .find(|word| word.contains("/admin/claim"));
    word.unwrap_or_else(|| panic!("no operator link in:\n{output}"))
        .to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn second_start_continues_with_the_data() {
    let mut world = TestInstallation::new(TestEngine::Sqlite).await;
    let ann = TestUser::arrive(&world.address, "ann@example.com").await;
    world.stop_and_restart().unwrap();
    assert!(users::is_signed_in(&world.address, &ann.browser).await);
    assert_eq!(
        ann.get(&world.address, "/v1/me").await["email"],
        "ann@example.com"
    );
}

/// A server refuses data of a newer version with a readable message, unless its migration names this version.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_of_a_newer_version_is_refused_unless_it_names_this_one() {
    let mut migrations = product_api::MIGRATIONS.iter();
    let own = migrations.next_back().unwrap().version;
    for (oldest, is_compatible) in [(None, false), (Some(own + 1), false), (Some(own), true)] {
        let mut world = TestInstallation::new(TestEngine::Sqlite).await;
        world.stop();
        let file = world.data().join("product-api.db");
        let url = foundation::testing::sqlite_url(&file);
        foundation::testing::pretend_newer(&url, oldest).await;
        match world.start_again() {
            Ok(()) => assert!(is_compatible, "{oldest:?}"),
            Err(refused) => {
                assert!(!is_compatible, "{}", refused.said);
                assert!(refused.said.contains("newer version"), "{}", refused.said);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn start_with_bad_settings_lists_every_problem_of_both_services() {
    let folder = tempfile::TempDir::new().unwrap();
    let settings = [
        pair("TOLLGATE_DATA_DIR", &folder.path().display().to_string()),
        pair("TOLLGATE_LISTEN", "127.0.0.1:0"),
        pair("IDP_SECRET", "short"),
        pair("IDP_TYPO", "x"),
        pair("API_TYPO", "x"),
    ];
    let refused = Process::try_start("serve", &settings).unwrap_err();
    for name in ["IDP_SECRET", "IDP_TYPO", "API_TYPO"] {
        assert!(
            refused.said.contains(name),
            "{name} is not in:\n{}",
            refused.said
        );
    }
}

// row: C17
/// C17: a short secret or an example stops the start, and the message names a fix.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn start_with_a_weak_secret_fails() {
    let start = |more: &[(&str, &str)]| {
        let folder = tempfile::TempDir::new().unwrap();
        let mut settings = vec![
            pair("TOLLGATE_DATA_DIR", &folder.path().display().to_string()),
            pair("TOLLGATE_LISTEN", "127.0.0.1:0"),
        ];
        settings.extend(more.iter().map(|(name, value)| pair(name, value)));
        Process::try_start("serve", &settings).map(|process| (folder, process))
    };
    let rows = [
        ("9c41f7d2e8a05b63714fd0c29be8a63", "holds 31 bytes"),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "too few different"),
        ("0123456789abcdef0123456789abcdef", "repeats itself"),
        ("abcdefghijklmnopqrstuvwxyz012345", "is a sequence"),
        ("change-me-before-you-go-online-0", "examples and defaults"),
        ("this-is-the-example-of-our-manual", "examples and defaults"),
    ];
    for name in ["IDP_SECRET", "API_CLIENT_SECRET"] {
        for (value, why) in rows {
            let refused = start(&[(name, value)]).unwrap_err().said;
            let message = refused.lines().find(|line| line.contains(name));
            let message = message.unwrap_or_else(|| panic!("{name} is not in:\n{refused}"));
            assert!(message.contains(why), "{message}");
            assert!(
                message.contains("make one with `openssl rand -hex 32`"),
                "{message}"
            );
            assert!(!refused.contains(value), "it is shown: {refused}");
        }
    }
    // The control: one that a generator made, and the one that the first start generates.
    let good = "9c41f7d2e8a05b63714fd0c29be8a635";
    for more in [
        vec![],
        vec![("IDP_SECRET", good), ("API_CLIENT_SECRET", good)],
    ] {
        assert!(start(&more).is_ok(), "{more:?}");
    }
}
