//! Test cases for sessions, run on SQLite, PostgreSQL, Redis and encrypted cookies.

use std::sync::Arc;
use std::time::Duration;

use foundation::env::Environment;
use foundation::testing::{TestDatabase, redis_url};
use foundation::{Clock, Failure, Random, Timestamp, Transaction, on_engine};

use super::session::{EXTEND_AFTER, LIFETIME, MAX_PER_USER, Session};
use super::*;
use crate::MIGRATIONS;
use crate::app::App;
use crate::config::Config;
use crate::identity::users;

/// A row of this table names a missing user, so that only the commit fails.
const DEFERRED_TABLE: &str =
    "CREATE TABLE doom (id TEXT REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED)";
const MISSING_USER: &str = "INSERT INTO doom (id) VALUES ('nobody')";

mod ends;

struct TestSessions {
    app: Arc<App>,
    user: String,
    other: String,
    _database: TestDatabase,
}

async fn world(database: TestDatabase, store: &str, redis: Option<&str>) -> TestSessions {
    let mut pairs = vec![
        ("IDP_BASE_URL", "http://localhost:8080".to_owned()),
        ("IDP_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635".to_owned()),
        ("IDP_DATABASE_URL", database.url().to_owned()),
        ("IDP_MAIL_DIRECTORY", "/nonexistent".to_owned()),
        ("IDP_SESSION_STORE", store.to_owned()),
    ];
    pairs.extend(redis.map(|url| ("IDP_REDIS_URL", url.to_owned())));
    pairs.push(("IDP_REDIS_MILLISECONDS", "5000".to_owned()));
    let config = Config::read(&Environment::from_pairs(pairs)).unwrap();
    let clock = Clock::fixed(Timestamp::from_seconds(1_700_000_000));
    let app = App::open(config, clock, Random::system()).await.unwrap();
    let ids =
        [app.random.hex().unwrap(), app.random.hex().unwrap()].map(|hex| format!("usr_{hex}"));
    let mut transaction = app.database.begin().await.unwrap();
    for id in &ids {
        let email = format!("{id}@example.com");
        users::store::insert(&mut transaction.connection(), id, &email, app.clock.now())
            .await
            .unwrap();
    }
    transaction.commit().await.unwrap();
    let [user, other] = ids;
    TestSessions {
        app,
        user,
        other,
        _database: database,
    }
}

fn new_session<'a>(user_id: &'a str, replaces: Option<&'a str>) -> NewSession<'a> {
    NewSession {
        user_id,
        amr: &["email", "otp"],
        user_agent: Some("Browser/1.0"),
        network: None,
        replaces,
        others: OtherSessions::Remain,
        proof_time: ProofTime::Now,
        repeatable: None,
    }
}

impl TestSessions {
    async fn start(&self, user_id: &str, replaces: Option<&str>) -> SessionCookie {
        let transaction = self.app.database.begin().await.unwrap();
        self.start_with(transaction, user_id, replaces)
            .await
            .unwrap()
    }

    async fn start_with(
        &self,
        transaction: Transaction,
        user_id: &str,
        replaces: Option<&str>,
    ) -> Result<SessionCookie, Failure> {
        let new = new_session(user_id, replaces);
        start(&self.app, transaction, new).await.map(Option::unwrap)
    }

    /// Begins a transaction and runs a statement in it.
    async fn after(&self, statement: &'static str) -> Transaction {
        let mut transaction = self.app.database.begin().await.unwrap();
        on_engine!(&mut transaction.connection(), |c| sqlx::query(statement)
            .execute(c)
            .await
            .map(|_| ()))
        .unwrap();
        transaction
    }

    async fn session(&self, id: &str) -> Session {
        match self.visit(id).await {
            SessionLookup::SignedIn { session, .. } => session,
            SessionLookup::SignedOut => panic!("signed out"),
        }
    }

    async fn visit(&self, id: &str) -> SessionLookup {
        read_session(&self.app, id).await.unwrap()
    }

    async fn is_live(&self, id: &str) -> bool {
        self.visit(id).await != SessionLookup::SignedOut
    }

    /// Sets the user active or inactive, and ends the sessions of an inactive user.
    async fn switch(&self, is_active: bool) {
        let mut transaction = self.app.database.begin().await.unwrap();
        let mut db = transaction.connection();
        let now = self.app.clock.now();
        users::store::set_active(&mut db, &self.user, is_active, now)
            .await
            .unwrap();
        transaction.commit().await.unwrap();
        if !is_active {
            end_all_of_user(&self.app, &self.user).await.unwrap();
        }
    }

    /// Starts a session while all the user's sessions end between its commit and the change of Redis.
    async fn start_too_late(&self, replaces: Option<&str>, is_switched: bool) -> String {
        let new = new_session(&self.user, replaces);
        let id = self.app.random.token().unwrap();
        let session = start::new_session(&self.app, &id, &new).unwrap();
        let mut transaction = self.app.database.begin().await.unwrap();
        let begun = start::start_in_database(&self.app, &mut transaction, &new, &session).await;
        let epoch = begun.unwrap().unwrap().epoch;
        transaction.commit().await.unwrap();
        if is_switched {
            self.switch(false).await;
            self.switch(true).await;
        } else {
            end_all_of_user(&self.app, &self.user).await.unwrap();
        }
        start::store_in_redis(&self.app, &new, &session)
            .await
            .unwrap();
        let left = start::end_if_late(&self.app, &session, epoch).await;
        left.unwrap();
        id
    }

    async fn end(&self, id: &str) -> Option<String> {
        end(&self.app, id, None).await.unwrap()
    }
}

async fn session_is_found_by_its_id_only(world: &TestSessions) {
    let started = world.start(&world.user, None).await;
    let SessionLookup::SignedIn { session, resent } = world.visit(&started.id).await else {
        panic!("signed out");
    };
    assert_eq!(resent, None);
    assert_eq!(session.user_id, world.user);
    assert_eq!(session.amr, ["email", "otp"]);
    assert_eq!(session.user_agent.as_deref(), Some("Browser/1.0"));
    assert_eq!(session.expires_at, world.app.clock.now().plus(LIFETIME));
    assert!(!world.is_live(&session.digest).await, "the digest is no id");
    assert!(!world.is_live(&session.sid).await, "the sid is no id");
}

async fn new_id_ends_the_old_one(world: &TestSessions) {
    let sid = async |id: &str| world.session(id).await.sid;
    let first = world.start(&world.user, None).await;
    let name = sid(&first.id).await;
    let second = world.start(&world.user, Some(&first.id)).await;
    assert_ne!(first.id, second.id);
    assert!(!world.is_live(&first.id).await);
    assert_eq!(sid(&second.id).await, name, "the session keeps its name");
    let third = world.start(&world.other, Some(&second.id)).await;
    assert!(!world.is_live(&second.id).await);
    assert_ne!(sid(&third.id).await, name, "another user's is another one");
}

async fn failed_commit_changes_nothing(world: &TestSessions) {
    world.after(DEFERRED_TABLE).await.commit().await.unwrap();
    let mine = world.start(&world.user, None).await;
    let before = world.session(&mine.id).await;
    end_all_of_user(&world.app, &world.other).await.unwrap();
    for (user, replaces) in [
        (&world.user, Some(mine.id.as_str())),
        (&world.other, Some(mine.id.as_str())),
        (&world.other, None),
    ] {
        let doomed = world.after(MISSING_USER).await;
        let outcome = world.start_with(doomed, user, replaces).await;
        assert!(outcome.is_err(), "the commit is refused");
        assert_eq!(world.session(&mine.id).await, before);
        let others = end_all_of_user(&world.app, &world.other).await.unwrap();
        assert!(others.is_empty(), "a session that nobody has the id of");
    }
}

async fn surplus_sessions_are_known_before_the_commit(world: &TestSessions) {
    end_all_of_user(&world.app, &world.other).await.unwrap();
    let first = world.start(&world.other, None).await;
    let oldest = world.session(&first.id).await;
    let mine = world.start(&world.user, None).await;
    let replaced = world.session(&mine.id).await;
    let new = Session {
        digest: "a-new-digest".to_owned(),
        sid: "ses_new".to_owned(),
        expires_at: oldest.expires_at.plus(LIFETIME),
        ..oldest.clone()
    };
    let ending = async || -> Vec<String> {
        let mut transaction = world.app.database.begin().await.unwrap();
        let mut db = transaction.connection();
        let ending = world
            .app
            .sessions
            .begin(&mut db, &new, Some(&replaced.digest))
            .await
            .unwrap();
        transaction.rollback().await.unwrap();
        ending.into_iter().map(|ended| ended.sid).collect()
    };
    for _ in 2..MAX_PER_USER {
        world.app.clock.advance(Duration::from_secs(1));
        world.start(&world.other, None).await;
    }
    assert_eq!(ending().await, [replaced.sid.as_str()]);
    world.app.clock.advance(Duration::from_secs(1));
    world.start(&world.other, None).await;
    let mut names = ending().await;
    names.sort();
    let mut expected = [oldest.sid, replaced.sid];
    expected.sort();
    assert_eq!(names, expected);
}

// row: stricter-13, stricter-14
async fn ended_session_ends_once(world: &TestSessions) {
    let started = world.start(&world.user, None).await;
    let remaining = world.start(&world.user, None).await;
    assert!(world.end(&started.id).await.unwrap().starts_with("ses_"));
    assert_eq!(world.end(&started.id).await, None);
    assert!(!world.is_live(&started.id).await);
    assert!(world.is_live(&remaining.id).await);
}

async fn all_sessions_of_one_user_end(world: &TestSessions) {
    let mine = [
        world.start(&world.user, None).await,
        world.start(&world.user, None).await,
    ];
    let foreign = world.start(&world.other, None).await;
    let ended = end_all_of_user(&world.app, &world.user).await.unwrap();
    assert!(ended.len() >= 2);
    for started in &mine {
        assert!(!world.is_live(&started.id).await);
    }
    assert!(world.is_live(&foreign.id).await);
}

// row: G18
async fn oldest_surplus_sessions_end(world: &TestSessions) {
    let first = world.start(&world.other, None).await;
    for _ in 0..MAX_PER_USER {
        world.app.clock.advance(Duration::from_secs(1));
        world.start(&world.other, None).await;
    }
    assert!(!world.is_live(&first.id).await);
    let last = world.start(&world.other, None).await;
    assert!(world.is_live(&last.id).await);
}

async fn extension_moves_the_end_by_a_day(world: &TestSessions) {
    let started = world.start(&world.user, None).await;
    world.app.clock.advance(EXTEND_AFTER);
    let SessionLookup::SignedIn { session, resent } = world.visit(&started.id).await else {
        panic!("signed out");
    };
    let resent = resent.expect("the cookie goes out again");
    assert_eq!(session.expires_at, started.expires_at.plus(EXTEND_AFTER));
    let again = world.visit(&resent).await;
    assert_eq!(
        again,
        SessionLookup::SignedIn {
            session,
            resent: None
        }
    );
}

/// A user deactivated after the proof cannot sign in.
async fn concurrently_deactivated_user_is_refused(world: &TestSessions) {
    let mine = world.start(&world.user, None).await;
    world.switch(false).await;
    for replaces in [None, Some(mine.id.as_str())] {
        let transaction = world.app.database.begin().await.unwrap();
        let new = new_session(&world.user, replaces);
        assert!(start(&world.app, transaction, new).await.unwrap().is_none());
    }
    world.switch(true).await;
    assert!(!world.is_live(&mine.id).await, "what ended lives again");
    let back = world.start(&world.user, None).await;
    assert!(world.is_live(&back.id).await);
}

/// A concurrent sign-in and deactivation leave no live session, in either order.
async fn sign_in_during_a_deactivation_leaves_no_session(world: &TestSessions) {
    for _ in 0..10 {
        let transaction = world.app.database.begin().await.unwrap();
        let new = new_session(&world.user, None);
        let (started, ()) = tokio::join!(start(&world.app, transaction, new), world.switch(false));
        world.switch(true).await;
        if let Some(started) = started.unwrap() {
            assert!(!world.is_live(&started.id).await);
        }
    }
}

/// A session that reaches Redis after all the user's sessions ended is removed.
async fn late_session_is_ended(world: &TestSessions) {
    let mine = world.start(&world.user, None).await;
    for (replaces, is_switched) in [(None, true), (None, false), (Some(mine.id.as_str()), false)] {
        let id = world.start_too_late(replaces, is_switched).await;
        assert!(!world.is_live(&id).await, "{replaces:?} {is_switched}");
    }
    let remaining = world.start(&world.user, None).await;
    assert!(world.is_live(&remaining.id).await);
}

async fn all_cases(world: TestSessions) {
    session_is_found_by_its_id_only(&world).await;
    new_id_ends_the_old_one(&world).await;
    failed_commit_changes_nothing(&world).await;
    surplus_sessions_are_known_before_the_commit(&world).await;
    ended_session_ends_once(&world).await;
    all_sessions_of_one_user_end(&world).await;
    oldest_surplus_sessions_end(&world).await;
    extension_moves_the_end_by_a_day(&world).await;
    concurrently_deactivated_user_is_refused(&world).await;
    sign_in_during_a_deactivation_leaves_no_session(&world).await;
    late_session_is_ended(&world).await;
    ends::all_cases(&world).await;
}

#[tokio::test]
async fn sessions_in_sqlite() {
    all_cases(world(TestDatabase::sqlite(&MIGRATIONS).await, "sql", None).await).await;
}

#[tokio::test]
async fn sessions_in_postgres() {
    all_cases(world(TestDatabase::postgres(&MIGRATIONS).await, "sql", None).await).await;
}

#[tokio::test]
async fn sessions_in_cookies_on_sqlite() {
    all_cases(world(TestDatabase::sqlite(&MIGRATIONS).await, "cookie", None).await).await;
}

#[tokio::test]
async fn sessions_in_cookies_on_postgres() {
    all_cases(world(TestDatabase::postgres(&MIGRATIONS).await, "cookie", None).await).await;
}

#[tokio::test]
async fn sessions_in_redis() {
    let database = TestDatabase::sqlite(&MIGRATIONS).await;
    all_cases(world(database, "redis", Some(&redis_url())).await).await;
}

#[tokio::test]
async fn unavailable_redis_is_a_failure_and_no_sign_out() {
    let database = TestDatabase::sqlite(&MIGRATIONS).await;
    let world = world(database, "redis", Some("redis://127.0.0.1:1")).await;
    let failure: Failure = read_session(&world.app, "some-id").await.unwrap_err();
    assert_eq!(
        failure.kind(),
        foundation::failure::FailureKind::Unavailable
    );
    assert!(world.app.sessions.ready().await.is_err());
    world.after(DEFERRED_TABLE).await.commit().await.unwrap();
    let proof = world.after("INSERT INTO doom (id) VALUES (NULL)").await;
    assert!(world.start_with(proof, &world.user, None).await.is_err());
    let mut reader = world.app.database.reader().await.unwrap();
    let spent: i64 = on_engine!(&mut reader.connection(), |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM doom"
    )
    .fetch_one(c)
    .await)
    .unwrap();
    assert_eq!(spent, 0, "the proof can be used again");
}
