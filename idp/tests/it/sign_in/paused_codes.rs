//! Tests that sign-in codes are paused after many wrong ones of all users, while links work.

use std::time::Duration;

use foundation::on_both_engines;

use crate::visiting::{Browser, TestInstallation};

on_both_engines! {
    async fn many_wrong_codes_keep_links_valid(world: TestInstallation) {
        let (ann, ben) = (world.browser(), world.browser());
        let type_code = async |browser: &Browser, code: &str| {
            let token = browser.csrf().await;
            let fields = [("csrfToken", token.as_str()), ("code", code)];
            browser.post("/api/auth/callback/email", &fields).await;
            browser.is_signed_in().await
        };
        ann.ask("ann@example.com").await;
        ben.ask("ben@example.com").await;
        let email = world.wait_for_email("ben@example.com", 1).await;
        let wrong = if world.wait_for_email("ann@example.com", 1).await.code() == "000000" { "000001" } else { "000000" };
        assert!(!type_code(&ann, wrong).await);
        // Simulates 999 more wrong codes of other users.
        world.change("UPDATE limits SET taken = 1000").await;
        assert!(!type_code(&ben, &email.code()).await, "codes are paused");
        ben.post(&email.link(), &[]).await;
        assert!(ben.is_signed_in().await, "links are not");
        world.wait(Duration::from_hours(1));
        let cat = world.browser();
        cat.ask("cat@example.com").await;
        let email = world.wait_for_email("cat@example.com", 1).await;
        assert!(type_code(&cat, &email.code()).await, "an hour later");
    }
}
