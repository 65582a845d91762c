//! Passwords: signing in with one, and family F of the attacks.

mod answers;
mod attacks;

use idp::testing::set_password;

use crate::visiting::{Answer, Browser, Place, World};

pub(super) const ANN: &str = "ann@example.com";
pub(super) const KILN: &str = "kiln tugboat 40";
pub(super) const ON: (&str, &str) = ("IDP_PASSWORDS", "sign-in");

pub(super) async fn world_at(place: Place) -> World {
    let world = World::at(place, &[ON]).await;
    set_password(&world.app, ANN, KILN).await.unwrap();
    world
}

pub(super) async fn world() -> World {
    world_at(Place::Sqlite).await
}

pub(super) async fn enter(browser: &Browser, fields: &[(&str, &str)]) -> Answer {
    let csrf = browser.csrf().await;
    let mut all = vec![("csrfToken", csrf.as_str())];
    all.extend(fields);
    browser.post("/api/auth/callback/credentials", &all).await
}

pub(super) async fn try_password(browser: &Browser, email: &str, password: &str) -> Answer {
    let fields = [("email", email), ("password", password), ("json", "true")];
    enter(browser, &fields).await
}

pub(super) async fn switch_off(world: &World) {
    let mut transaction = world.app.database.begin().await.unwrap();
    foundation::on_engine!(&mut transaction.connection(), |c| {
        sqlx::query("UPDATE users SET is_active = FALSE")
            .execute(c)
            .await
            .map(|_| ())
    })
    .unwrap();
    transaction.commit().await.unwrap();
}
