//! Tests how owners manage their websites' clients at the idp: another secret, and a public client.

use std::sync::atomic::Ordering;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{TestApi, on_both_engines};
use crate::issuer::Behaviour;
use crate::own_websites::{call, client, lines, open, public, read};

on_both_engines! {
    async fn public_client_that_is_set_twice_at_once_gets_one_response(world: TestApi) {
        let (id, _) = open(&world).await;
        let puts = || world.issuer.client_puts.load(Ordering::SeqCst);
        let (before, closed) = (puts(), world.issuer.client_gate.write().await);
        let addresses = ["https://one.example/app"];
        let first = public(&world, &id, &addresses);
        let second = async {
            // The first request is in flight.
            while puts() == before {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            public(&world, &id, &addresses).await
        };
        let open = async {
            while puts() == before {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            drop(closed);
        };
        let (first, second, ()) = tokio::join!(first, second, open);
        assert_eq!((first.status, second.status), (200, 200), "{first:?} {second:?}");
        assert_eq!(first.json(), second.json());
        assert_eq!(puts(), before + 2);
        assert_eq!(read(&world, &id).await["public_client"], first.json());
    }
}

on_both_engines! {
    async fn clients_secret_is_rotated_and_all_else_of_it_stays(world: TestApi) {
        let (id, client_id) = open(&world).await;
        let before = client(&world, &client_id);
        let rotate_with = async |body: Value| {
            let path = format!("/v1/websites/{id}/client/rotate-secret");
            call(&world, (Method::POST, path), "usr_1", &body).await
        };
        let rotate = async || rotate_with(json!({})).await;
        for wrong in [json!({"overlap_seconds": 604_801}), json!({"overlap_seconds": -1}), json!({"overlap": 1})] {
            rotate_with(wrong).await.is_problem(400, "invalid-request");
        }
        for (body, overlap) in [(json!({"overlap_seconds": 0}), 0), (json!({"overlap_seconds": 604_800}), 604_800), (json!({}), 86_400)] {
            assert_eq!(rotate_with(body).await.status, 200);
            let query = format!("rotate_secret=true&overlap_seconds={overlap}");
            assert_eq!(*world.issuer.put_query.lock().unwrap(), query);
            let until = read(&world, &id).await["previous_secret_until"].clone();
            // The end that was announced first stays, and an overlap of zero ends all.
            let week = json!(world.clock.now().plus(Duration::from_hours(168)).to_iso8601());
            assert_eq!(until, if overlap == 0 { Value::Null } else { week });
        }
        let rotated = rotate().await;
        assert_eq!(rotated.status, 200, "{rotated:?}");
        assert_eq!(rotated.json(), json!({"client_id": client_id, "client_secret": format!("another-secret-of-{client_id}")}));
        assert_eq!(client(&world, &client_id), before);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'client.rotated'").await, 4);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE details LIKE '%secret-of%'").await, 0);
        // A failed rotation releases its lease and has an audit entry.
        for (behaviour, result, outcome) in [
            (Behaviour::Away, "was not changed", "unchanged"),
            (Behaviour::LosesResponse, "is not known", "unknown"),
        ] {
            world.issuer.behave(behaviour);
            let detail = rotate().await.is_problem(503, "unavailable")["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains(result), "{behaviour:?}: {detail}");
            assert_eq!(lines(&world, "client.rotated", outcome).await, 1);
            world.issuer.behave(Behaviour::Good);
        }
        world.issuer.behave(Behaviour::Refuses);
        let refused = rotate().await.is_problem(400, "invalid-request");
        assert_eq!(refused["errors"][0]["pointer"], "", "there is no member to blame");
        world.issuer.behave(Behaviour::Good);
        assert_eq!(rotate().await.status, 200);
        assert_eq!(lines(&world, "client.rotated", "{}").await, 8, "one of each that was asked for");
        assert_eq!(lines(&world, "client.rotated", "outcome").await, 3);
        // Another request has the lease; afterwards the identity provider has deleted the client.
        world.sql("UPDATE websites SET client_held_until = 9000000000000000 WHERE id = $1", &[&id]).await;
        let busy = rotate().await;
        busy.is_problem(409, "conflict");
        assert_eq!(busy.header("retry-after"), "5");
        world.sql("UPDATE websites SET client_held_until = NULL WHERE id = $1", &[&id]).await;
        world.issuer.clients.lock().unwrap().remove(&client_id);
        assert_eq!(rotate().await.is_problem(404, "not-found")["resource"], "client");
        assert_eq!(lines(&world, "client.rotated", "unchanged").await, 3);
    }
}
