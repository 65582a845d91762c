//! Tests that sign-in codes are paused after many wrong ones of all users, while links work.

use std::time::Duration;

use crate::visiting::{Browser, TestBackend, TestInstallation};

on_both_engines! {
    async fn many_wrong_codes_of_everybody_leave_links_alone(world) {
        let (ann, ben) = (world.browser(), world.browser());
        let type_code = async |browser: &Browser, code: &str| {
            let token = browser.csrf().await;
            let fields = [("csrfToken", token.as_str()), ("code", code)];
            browser.post("/api/auth/callback/email", &fields).await;
            browser.is_signed_in().await
        };
        ann.ask("ann@example.com").await;
        ben.ask("ben@example.com").await;
        let letter = world.letter_to("ben@example.com", 1).await;
        let wrong = if world.letter_to("ann@example.com", 1).await.code() == "000000" { "000001" } else { "000000" };
        assert!(!type_code(&ann, wrong).await);
        // Simulates 999 more wrong codes of other users.
        world.change("UPDATE limits SET taken = 1000").await;
        assert!(!type_code(&ben, &letter.code()).await, "codes are paused");
        ben.post(&letter.link(), &[]).await;
        assert!(ben.is_signed_in().await, "links are not");
        world.wait(Duration::from_hours(1));
        let cat = world.browser();
        cat.ask("cat@example.com").await;
        let letter = world.letter_to("cat@example.com", 1).await;
        assert!(type_code(&cat, &letter.code()).await, "an hour later");
    }
}
