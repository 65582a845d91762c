//! Tests of stored hashes, against other programs' hashes, and of the attempt counters on both engines.

use foundation::{Background, Timestamp, on_both_engines};

use super::parse::parse;
use super::store::{attempts, hashes};
use super::stored_hash::StoredHash;
use super::*;
use crate::MIGRATIONS;

const KILN: &str = "kiln tugboat 40";

fn password(typed: &str) -> Password {
    Password::read(typed).unwrap()
}

/// Hashes of the password above, made by OpenSSL and libxcrypt.
const FOREIGN: [&str; 14] = [
    "$2b$05$abcdefghijklmnopqrstuuposM5Bj3ljfQuHsAFYuaQmRSIRlftcy",
    "$2a$04$abcdefghijklmnopqrstuuuYt4UblkmyQVN30aRO.R5nIbvsE78QK",
    "$2y$04$abcdefghijklmnopqrstuuuYt4UblkmyQVN30aRO.R5nIbvsE78QK",
    "$scrypt$ln=10,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$zPghlp+a3dzDzCp5KOCzc9XE9EFna4RS9b2yZ/Juk3k",
    "$pbkdf2-sha256$i=1000,l=32$MDEyMzQ1Njc4OWFiY2RlZg$Ia9sUGhTweuIXPSUbPDwsRq0oluLKqhGp7A+Z0G2neM",
    "$pbkdf2-sha256$1000$MDEyMzQ1Njc4OWFiY2RlZg$Ia9sUGhTweuIXPSUbPDwsRq0oluLKqhGp7A.Z0G2neM",
    "{PBKDF2-SHA256}1000$MDEyMzQ1Njc4OWFiY2RlZg$Ia9sUGhTweuIXPSUbPDwsRq0oluLKqhGp7A.Z0G2neM",
    "pbkdf2_sha256$1000$0123456789abcdef$Ia9sUGhTweuIXPSUbPDwsRq0oluLKqhGp7A+Z0G2neM=",
    "$pbkdf2-sha512$i=1000,l=64$MDEyMzQ1Njc4OWFiY2RlZg$PwJJ5PPUNDTM12vMWsWBMXAZoNfGGcRrO0UeVqT0SU2Y2XtnwkcDWeRttTW2rB8m6E6graA2g8zDPMQX5u7QPA",
    "{PBKDF2-SHA512}1000$MDEyMzQ1Njc4OWFiY2RlZg$PwJJ5PPUNDTM12vMWsWBMXAZoNfGGcRrO0UeVqT0SU2Y2XtnwkcDWeRttTW2rB8m6E6graA2g8zDPMQX5u7QPA",
    "$pbkdf2$1000$MDEyMzQ1Njc4OWFiY2RlZg$M4rZSdVHmBy4.l6M0oJNyJxEH9A",
    "{PBKDF2}1000$MDEyMzQ1Njc4OWFiY2RlZg$M4rZSdVHmBy4.l6M0oJNyJxEH9A",
    "$pbkdf2-sha1$i=1000,l=20$MDEyMzQ1Njc4OWFiY2RlZg$M4rZSdVHmBy4+l6M0oJNyJxEH9A",
    "pbkdf2_sha1$1000$0123456789abcdef$M4rZSdVHmBy4+l6M0oJNyJxEH9A=",
];

#[test]
fn hashes_of_other_systems_are_tried_as_they_are() {
    for text in FOREIGN {
        let stored = parse(text).unwrap_or_else(|| panic!("unknown: {text}"));
        assert!(stored.verify(&password(KILN)), "{text}");
        assert!(!stored.verify(&password("kiln tugboat 41")), "{text}");
        assert!(!stored.verify(&password("")), "{text}");
        assert!(!stored.is_current(), "{text}");
    }
}

#[test]
fn published_vectors() {
    let rows = [
        // RFC 7914, sections 11 and 12.
        (
            "passwd",
            "$pbkdf2-sha256$i=1$c2FsdA$VawEblbjCJ/sFpHCJUS2BflBhSFt3gRl5oudV8INrLxJypzM8Xm2RZkWZLOdd+8xfHG4RbHjC9UJESBB06GXgw",
        ),
        (
            "password",
            "$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWIurzDZLiKjiG/xCSedmDDaxyevuUqD7m2DYMvfoswGQA",
        ),
    ];
    for (typed, text) in rows {
        assert!(parse(text).unwrap().verify(&password(typed)), "{text}");
    }
}

// row: F9
/// F9; another system's hash matches the form that was typed there.
#[test]
fn different_passwords_have_different_hashes() {
    let long = "a".repeat(100);
    let typed = password(&format!("{long}b"));
    let ours = stored_hash::hash_password(&typed, &[7; stored_hash::SALT]).unwrap();
    let ours = parse(&ours).unwrap();
    assert!(ours.verify(&typed));
    assert!(!ours.verify(&password(&format!("{long}c"))) && !ours.verify(&password(&long)));
    let of_71 = parse("$2b$04$abcdefghijklmnopqrstuuMCu.k1vM/ywQwiONaEn3oEMlZoCVBd6").unwrap();
    assert!(of_71.verify(&password(&"a".repeat(71))));
    let of_72 = parse("$2b$04$abcdefghijklmnopqrstuuBzzIgyKkz7xMWYSzkIjUSnxEQFQ0WNe").unwrap();
    for length in [72, 73, 100] {
        assert!(!of_72.verify(&password(&"a".repeat(length))), "{length}");
    }
    let hash =
        "$pbkdf2-sha256$i=1000$MDEyMzQ1Njc4OWFiY2RlZg$YcCxgA+DS/ixxPUems3e0+ZcIir53MA64xfvPAOsAEk";
    let decomposed = parse(hash).unwrap();
    assert!(decomposed.verify(&password("cafe\u{301} sur la falaise")));
    assert!(!decomposed.verify(&password("caf\u{e9} sur la falaise")));
}

#[test]
fn costly_or_damaged_hashes_are_not_tried() {
    let salt = "MDEyMzQ1Njc4OWFiY2RlZg";
    let hash = "Ia9sUGhTweuIXPSUbPDwsRq0oluLKqhGp7A+Z0G2neM";
    let rows = [
        String::new(),
        "kiln tugboat 40".to_owned(),
        "$".to_owned(),
        "$2b$15$abcdefghijklmnopqrstuuposM5Bj3ljfQuHsAFYuaQmRSIRlftcy".to_owned(),
        "$2b$31$abcdefghijklmnopqrstuuposM5Bj3ljfQuHsAFYuaQmRSIRlftcy".to_owned(),
        "$2b$03$abcdefghijklmnopqrstuuposM5Bj3ljfQuHsAFYuaQmRSIRlftcy".to_owned(),
        "$2x$05$abcdefghijklmnopqrstuuposM5Bj3ljfQuHsAFYuaQmRSIRlftcy".to_owned(),
        "$2b$05$abcdefghijklmnopqrstuuposM5Bj3ljfQuHsAFYuaQmRSIRlftc".to_owned(),
        format!("$scrypt$ln=18,r=8,p=1${salt}${hash}"),
        format!("$scrypt$ln=15,r=8,p=64${salt}${hash}"),
        format!("$scrypt$ln=63,r=8,p=1${salt}${hash}"),
        format!("$scrypt$ln=64,r=8,p=1${salt}${hash}"),
        format!("$scrypt$ln=10,r=4294967295,p=4294967295${salt}${hash}"),
        format!("$scrypt$ln=10,r=0,p=1${salt}${hash}"),
        format!("$scrypt$ln=0,r=8,p=1${salt}${hash}"),
        format!("$scrypt$ln=10,r=8${salt}${hash}"),
        format!("$pbkdf2-sha256$i=1500001${salt}${hash}"),
        format!("$pbkdf2-sha256$i=0${salt}${hash}"),
        format!("$pbkdf2-sha256$i=-1${salt}${hash}"),
        format!("$pbkdf2-sha256$i=+1${salt}${hash}"),
        format!("$pbkdf2-sha256$i=1000,i=2000${salt}${hash}"),
        format!("$pbkdf2-md5$i=1000${salt}${hash}"),
        format!("$pbkdf2-sha256$i=1000${salt}$"),
        format!("$pbkdf2-sha256$i=1000${salt}$YWI"),
        format!("$pbkdf2-sha256$i=1000${salt}${hash}$x"),
        format!("$argon2id$v=19$m=131073,t=2,p=1${salt}${hash}"),
        format!("$argon2id$v=19$m=19456,t=9,p=1${salt}${hash}"),
        format!("$argon2id$v=16$m=19456,t=2,p=1${salt}${hash}"),
        format!("$argon2d$v=19$m=19456,t=2,p=1${salt}${hash}"),
        format!("$pbkdf2-sha256$i=1000${}${hash}", "A".repeat(1000)),
    ];
    for text in rows {
        assert_eq!(parse(&text), None, "{text}");
    }
}

#[test]
fn decoy_hash_costs_the_same_and_matches_no_password() {
    let ours = stored_hash::hash_password(&password(KILN), &[7; stored_hash::SALT]).unwrap();
    let start = "$argon2id$v=19$m=19456,t=2,p=1$";
    assert!(ours.starts_with(start), "{ours}");
    let ours = parse(&ours).unwrap();
    assert!(ours.is_current() && ours.verify(&password(KILN)));
    let (
        StoredHash::Argon2 { cost, salt, hash },
        StoredHash::Argon2 {
            cost: decoy_cost,
            salt: decoy_salt,
            hash: decoy_hash,
        },
    ) = (ours, StoredHash::decoy())
    else {
        panic!("not argon2");
    };
    assert_eq!(
        (cost, salt.len(), hash.len()),
        (decoy_cost, decoy_salt.len(), decoy_hash.len())
    );
    assert!(!StoredHash::decoy().verify(&password("")));
}

#[tokio::test]
async fn password_work_is_limited_by_queue_and_cores() {
    let pool = Pool::new(&Background::new());
    let held = pool.occupy().await.unwrap();
    let slots: Vec<_> = std::iter::from_fn(|| pool.enter()).collect();
    assert_eq!(slots.len(), pool::MAX_WAITING);
    assert!(pool.enter().is_none());
    drop(held);
    for slot in slots {
        assert_eq!(slot.work(|| 7).await.unwrap(), 7);
    }
    assert_eq!(pool.jobs(), 64);
    assert!(pool.enter().is_some());
}

#[tokio::test]
async fn panicking_worker_thread_stops_no_other_work() {
    let pool = Pool::new(&Background::new());
    let cores = std::thread::available_parallelism().unwrap().get();
    let mut threads = std::collections::HashSet::new();
    for _ in 0..50 {
        let slot = pool.enter().unwrap();
        let broken = slot.work(|| panic!("a defect")).await;
        let _failure: foundation::Failure = broken.unwrap_err();
        let slot = pool.enter().unwrap();
        let name = || {
            (
                std::thread::current().id(),
                std::thread::current().name().map(str::to_owned),
            )
        };
        let (id, name) = slot.work(name).await.unwrap();
        assert!(name.is_some_and(|name| name.starts_with("passwords")));
        threads.insert(id);
    }
    assert!(threads.len() <= 2 * cores, "{threads:?}");
    assert!(pool.occupy().await.is_ok(), "no slot is lost");
}

on_both_engines!(
    MIGRATIONS,
    async fn tries_are_counted_in_windows(database: Database) {
        let began = Timestamp::from_seconds(1_700_000_000);
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let window = verify::WINDOW;
        for expected in [true, true, true, false, false] {
            let taken = attempts::take(&mut db, "a", 3, began, began.minus(window)).await;
            assert_eq!(taken.unwrap(), expected);
        }
        assert!(
            attempts::take(&mut db, "b", 3, began, began.minus(window))
                .await
                .unwrap()
        );
        attempts::give_back(&mut db, "a").await.unwrap();
        assert!(
            attempts::take(&mut db, "a", 3, began, began.minus(window))
                .await
                .unwrap()
        );
        let later = began.plus(window);
        for expected in [true, true, true, false] {
            let taken = attempts::take(&mut db, "a", 3, later, later.minus(window)).await;
            assert_eq!(taken.unwrap(), expected);
        }
        attempts::forget(&mut db, "a").await.unwrap();
        assert!(
            attempts::take(&mut db, "a", 1, later, later.minus(window))
                .await
                .unwrap()
        );
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn hash_is_confirmed_only_while_it_is_the_one_that_was_read(database: Database) {
        let at = Timestamp::from_seconds(1_700_000_000);
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        foundation::on_engine!(&mut db, |c| {
            let user = "INSERT INTO users (id, email, created_at, updated_at) VALUES ('usr_1', 'ann@example.com', 1, 1)";
            sqlx::query(user).execute(c).await.map(|_| ())
        })
        .unwrap();
        let found = hashes::find(&mut db, "ann@example.com").await.unwrap();
        assert_eq!(found, Some(("usr_1".to_owned(), None)));
        assert!(!hashes::has(&mut db, "usr_1").await.unwrap());
        assert!(
            hashes::put_first(&mut db, "usr_1", "one", at)
                .await
                .unwrap()
        );
        assert!(
            !hashes::put_first(&mut db, "usr_1", "two", at)
                .await
                .unwrap()
        );
        assert!(
            hashes::confirm(&mut db, "usr_1", "one", "renewed")
                .await
                .unwrap()
        );
        assert!(
            !hashes::confirm(&mut db, "usr_1", "one", "again")
                .await
                .unwrap()
        );
        hashes::put(&mut db, "usr_1", "changed", at).await.unwrap();
        assert!(
            !hashes::confirm(&mut db, "usr_1", "renewed", "renewed")
                .await
                .unwrap()
        );
        let found = hashes::find(&mut db, "ann@example.com").await.unwrap();
        assert_eq!(
            found,
            Some(("usr_1".to_owned(), Some("changed".to_owned())))
        );
        hashes::delete(&mut db, "usr_1").await.unwrap();
        assert!(!hashes::has(&mut db, "usr_1").await.unwrap());
        assert_eq!(
            hashes::find(&mut db, "bob@example.com").await.unwrap(),
            None
        );
    }
);
