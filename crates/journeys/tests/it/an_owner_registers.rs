//! An owner registers a website: its client and its key work at once, and are shown once, only to the owner.

use foundation::on_both_engines;
use journeys::installation::TestInstallation;
use journeys::users::{TestUser, WebsiteBackEnd};

on_both_engines! {
    async fn owner_registers_a_website(mut world: TestInstallation) {
        let owner = TestUser::arrive(&world.address, "owner@example.com").await;
        let registered = owner.register_website(&world.address, "Shop").await;
        let shop = WebsiteBackEnd::new(&world.address, &registered);
        assert_eq!(shop.grant("welcome", "ann@example.com", 100).await.status, 200);

        let listed = owner.get(&world.address, "/v1/websites").await;
        assert_eq!(listed["items"].as_array().unwrap().len(), 1, "{listed}");
        assert_eq!(listed["items"][0]["name"], "Shop");
        assert_eq!(listed["items"][0]["status"], "active");
        let client_secret = registered["client"]["client_secret"].as_str().unwrap();
        for secret in [shop.key(), client_secret] {
            assert!(!listed.to_string().contains(secret), "a secret is shown twice");
        }

        let other_user = TestUser::arrive(&world.address, "other@example.com").await;
        let theirs = other_user.get(&world.address, "/v1/websites").await;
        assert_eq!(theirs["items"].as_array().unwrap().len(), 0, "{theirs}");

        // The registration survives a power cut.
        world.kill_and_restart();
        let stored = owner.get(&world.address, "/v1/websites").await;
        assert_eq!(stored["items"], listed["items"]);
        assert_eq!(shop.spend("job", "ann@example.com", 5).await.status, 200);
    }
}
