//! Tests repeated requests that send an email, start a session by a password, or end one. Each has one effect, and the browser
//! gets the result of the first request.

use std::time::Duration;

use foundation::on_both_engines;
use idp::testing::{import_password, occupy_password_workers, set_password};

use super::passwords::{self, GRAVEL, KILN};
use crate::visiting::{Browser, TestBackend, TestInstallation, hidden};
use crate::waiting::until;

const ANN: &str = "ann@example.com";
const NEW: &str = "new@example.com";
const SESSION: &str = "tollgate.session-token";
/// Just longer than a second request for an email counts as repeated.
const LATER: Duration = Duration::from_secs(11);

fn copy(world: &TestInstallation, of: &Browser) -> Browser {
    let browser = world.browser();
    browser.take_cookies_of(of);
    browser
}

on_both_engines! {
    async fn repeated_password_mail_request_sends_one_email(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[passwords::ON]).await;
        set_password(&world.app, ANN, KILN).await.unwrap();
        let path = "/api/auth/password/new";
        let browser = world.browser();
        let csrf = browser.csrf().await;
        let lost = copy(&world, &browser);
        let fields = [("csrfToken", csrf.as_str()), ("email", ANN)];
        let (one, two) = tokio::join!(browser.post(path, &fields), browser.post(path, &fields));
        let third = lost.post(path, &fields).await;
        for response in [&two, &third] {
            assert_eq!((response.status, response.location()), (one.status, one.location()));
        }
        let sent = "SELECT CAST(count(*) AS TEXT) FROM password_links";
        assert_eq!(world.text(sent).await, "1");
        let link = passwords::link_of(&world.wait_for_email(ANN, 1).await);
        // A request of another browser and a later one are not repeats.
        passwords::ask_for_link(&world.browser(), ANN).await;
        assert_eq!(world.text(sent).await, "2");
        world.wait_for_email(ANN, 2).await;
        world.wait(LATER);
        browser.post(path, &fields).await;
        assert_eq!(world.text(sent).await, "3");
        world.wait_for_email(ANN, 3).await;
        // A request after the link was used is no repeat either.
        passwords::set_by(&world.browser(), &link, GRAVEL).await;
        assert_eq!(world.text(sent).await, "0");
        browser.post(path, &fields).await;
        assert_eq!(world.text(sent).await, "1");
    }

    async fn address_requested_twice_gets_one_valid_code(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[passwords::ON]).await;
        let path = "/api/auth/account/email";
        let browser = world.signed_in(ANN).await;
        let csrf = browser.csrf().await;
        let of = |email| [("csrfToken", csrf.as_str()), ("email", email)];
        let fields = of(NEW);
        let (one, two) = tokio::join!(browser.post(path, &fields), browser.post(path, &fields));
        assert_eq!((one.status, &one.body), (two.status, &two.body));
        world.wait_for_email(NEW, 1).await;
        // A request for another address ends the first one's code, so another request for the first is no repeat.
        browser.post(path, &of("other@example.com")).await;
        world.wait_for_email("other@example.com", 1).await;
        browser.post(path, &fields).await;
        let code = world.wait_for_email(NEW, 2).await.code();
        browser.post(path, &fields).await;
        let typed = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
        let response = browser.post("/api/auth/account/email/confirm", &typed).await;
        assert_eq!(response.location(), "/api/auth/account?done=address");
        assert_eq!(world.emails_to(NEW).len(), 2);
    }

    async fn address_requested_after_its_code_ended_gets_another_code(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[passwords::ON]).await;
        let path = "/api/auth/account/email";
        let confirm = "/api/auth/account/email/confirm";
        let (browser, phone) = (world.signed_in(ANN).await, world.signed_in(ANN).await);
        let csrf = browser.csrf().await;
        let fields = [("csrfToken", csrf.as_str()), ("email", NEW)];
        browser.post(path, &fields).await;
        world.wait_for_email(NEW, 1).await;
        // The user's other browser replaces the code.
        let token = phone.csrf().await;
        phone.post(path, &[("csrfToken", &token), ("email", "other@example.com")]).await;
        browser.post(path, &fields).await;
        let code = world.wait_for_email(NEW, 2).await.code();
        let typed = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
        assert_eq!(browser.post(confirm, &typed).await.location(), "/api/auth/account?done=address");
        // The code of another user's address is used up by an offer, after which the browser has the same session.
        let bob = "bob@example.com";
        world.signed_in(bob).await;
        let csrf = browser.csrf().await;
        let fields = [("csrfToken", csrf.as_str()), ("email", bob)];
        for count in [2, 3] {
            browser.post(path, &fields).await;
            let code = world.wait_for_email(bob, count).await.code();
            let typed = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
            let response = browser.post(confirm, &typed).await;
            assert!(response.location().contains("/merge?offer="), "{response:?}");
        }
    }

    async fn password_sent_twice_begins_one_session(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[passwords::ON]).await;
        set_password(&world.app, ANN, KILN).await.unwrap();
        let path = "/api/auth/callback/credentials";
        let browser = world.browser();
        let csrf = browser.csrf().await;
        let lost = copy(&world, &browser);
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("email", ANN),
            ("password", KILN),
            ("callbackUrl", "/account"),
        ];
        let account = format!("{}/account", world.base);
        let (one, two) = tokio::join!(browser.post(path, &fields), browser.post(path, &fields));
        let after = browser.post(path, &fields).await;
        let third = lost.post(path, &fields).await;
        for response in [one, two, after, third] {
            assert_eq!(response.location(), account, "{response:?}");
        }
        assert!(browser.is_signed_in().await && lost.is_signed_in().await);
        let begun = "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'sign_in.succeeded'";
        assert_eq!(world.text(begun).await, "1");
        let tries = "SELECT CAST(coalesce(sum(tries), 0) AS TEXT) FROM password_tries";
        assert_eq!(world.text(tries).await, "0", "right passwords use up no attempts");
        // A repeat of the form after a sign-out starts no session.
        let csrf = browser.csrf().await;
        browser.post("/api/auth/signout", &[("csrfToken", &csrf)]).await;
        browser.post(path, &fields).await;
        assert!(!browser.is_signed_in().await);
    }

    async fn imported_password_sent_twice_at_once_uses_up_no_attempt(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[passwords::ON]).await;
        let hash = "$2b$05$abcdefghijklmnopqrstuuposM5Bj3ljfQuHsAFYuaQmRSIRlftcy";
        assert!(import_password(&world.app, ANN, hash).await.unwrap());
        let path = "/api/auth/callback/credentials";
        let (browser, other) = (world.browser(), world.browser());
        let (csrf, of_other) = (browser.csrf().await, other.csrf().await);
        let with = |token| [
            ("csrfToken", token),
            ("email", ANN),
            ("password", KILN),
            ("callbackUrl", "/account"),
        ];
        let (fields, others) = (with(csrf.as_str()), with(of_other.as_str()));
        let tries = "SELECT CAST(coalesce(sum(tries), 0) AS TEXT) FROM password_tries";
        // All three requests read the imported hash before one of them renews it.
        let held = occupy_password_workers(&world.app).await.unwrap();
        let release = async {
            until(async || world.text(tries).await == "6").await;
            drop(held);
        };
        let (one, two, three, ()) = tokio::join!(
            browser.post(path, &fields),
            browser.post(path, &fields),
            other.post(path, &others),
            release
        );
        let account = format!("{}/account", world.base);
        for response in [one, two, three] {
            assert_eq!(response.location(), account, "{response:?}");
        }
        assert!(browser.is_signed_in().await && other.is_signed_in().await);
        let begun = "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'sign_in.succeeded'";
        assert_eq!(world.text(begun).await, "2");
        assert_eq!(world.text(tries).await, "0", "right passwords use up no attempts");
    }

    async fn password_sent_again_after_its_session_ended_gives_its_attempt_back_once(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[passwords::ON]).await;
        set_password(&world.app, ANN, KILN).await.unwrap();
        let path = "/api/auth/callback/credentials";
        let browser = world.browser();
        let csrf = browser.csrf().await;
        let with = |password| [
            ("csrfToken", csrf.as_str()),
            ("email", ANN),
            ("password", password),
            ("callbackUrl", "/account"),
        ];
        browser.post(path, &with(GRAVEL)).await;
        let lost = copy(&world, &browser);
        browser.post(path, &with(KILN)).await;
        let tries = "SELECT CAST(coalesce(sum(tries), 0) AS TEXT) FROM password_tries";
        assert_eq!(world.text(tries).await, "1", "the network's wrong attempt");
        let token = browser.csrf().await;
        browser.post("/api/auth/signout", &[("csrfToken", &token)]).await;
        lost.post(path, &with(KILN)).await;
        assert!(lost.is_signed_in().await && !browser.is_signed_in().await);
        assert_eq!(world.text(tries).await, "1");
    }

    async fn password_sent_from_two_tabs_leads_each_to_its_own_destination(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[passwords::ON]).await;
        set_password(&world.app, ANN, KILN).await.unwrap();
        let path = "/api/auth/callback/credentials";
        let browser = world.browser();
        let csrf = browser.csrf().await;
        let before = copy(&world, &browser);
        let to = |callback_url| [
            ("csrfToken", csrf.as_str()),
            ("email", ANN),
            ("password", KILN),
            ("callbackUrl", callback_url),
        ];
        let one = browser.post(path, &to("/account")).await;
        assert_eq!(one.location(), format!("{}/account", world.base));
        let two = before.post(path, &to("/admin")).await;
        assert_eq!(two.location(), format!("{}/admin", world.base));
        // The form of the second tab is stale after the first response; its page keeps the destination.
        let late = browser.post(path, &to("/admin")).await;
        assert_eq!(late.location(), format!("{}/api/auth/signin?csrf=true", world.base));
        let page = browser.get(late.location()).await;
        assert_eq!(hidden(&page.body, "callbackUrl"), format!("{}/admin", world.base));
    }

    async fn repeated_sign_out_has_the_first_redirect(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[passwords::ON]).await;
        let browser = world.signed_in(ANN).await;
        let csrf = browser.csrf().await;
        let fields = [("csrfToken", csrf.as_str()), ("callbackUrl", "/account")];
        let first = browser.post("/api/auth/signout", &fields).await;
        let again = browser.post("/api/auth/signout", &fields).await;
        assert_eq!(first.location(), format!("{}/account", world.base));
        assert_eq!(again.location(), first.location());

        let browser = world.signed_in(ANN).await;
        let csrf = browser.csrf().await;
        let fields = [("csrfToken", csrf.as_str())];
        let path = "/oauth/logout/confirm";
        let first = browser.post(path, &fields).await;
        let again = browser.post(path, &fields).await;
        assert_eq!((again.status, &again.body), (200, &first.body));
        // Another browser and one with a session get no exception from the CSRF check.
        assert_eq!(world.browser().post(path, &fields).await.status, 403);
        let bob = world.signed_in("bob@example.com").await;
        bob.set_cookie("tollgate.csrf-token", browser.cookie("tollgate.csrf-token").as_deref());
        assert_eq!(bob.post(path, &fields).await.status, 403);
        assert!(bob.is_signed_in().await);

        let browser = world.signed_in(ANN).await;
        let path = "/api/auth/account/sessions";
        let page = browser.get(path).await;
        let lost = copy(&world, &browser);
        let values = ["csrfToken", "sid", "own"].map(|name| hidden(&page.body, name));
        let fields = [
            ("csrfToken", values[0].as_str()),
            ("sid", &values[1]),
            ("own", &values[2]),
        ];
        let first = browser.post(path, &fields).await;
        assert_eq!(first.location(), "/oauth/logout");
        for browser in [&browser, &lost] {
            assert_eq!(browser.post(path, &fields).await.location(), first.location());
            assert_eq!(browser.cookie(SESSION), None);
        }
    }
}
