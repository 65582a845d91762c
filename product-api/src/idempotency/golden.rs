//! Stored responses of the first version with templates, for tests: the server reads them until their bodies are pruned.

pub(super) const TENANT: &str = "web_0192f0c4a1b27c3d8e9f001122334455:live";
pub(super) const TRANSACTION: &str = "txn_0192f0c4a1b27c3d8e9f001122334477";
const HOLD: &str = "hold_0192f0c4a1b27c3d8e9f001122334488";
pub(super) const INSTANT: &str = "2026-11-26T07:41:25.123Z";

/// Result id, stored form, and body of the response, as the first version with templates stored it.
pub(super) const GOLDEN: [(Option<&str>, &str, &str); 6] = [
    // A spend of credits that came together.
    (
        Some(TRANSACTION),
        "s12\n999988\n0192f0c4a1b27c3d8e9f001122334466\nPictures\n\n\n\n\n\n\n\n\n\n\n\n\n\nhttps://pictures.example",
        r#"{"transaction":{"id":"txn_0192f0c4a1b27c3d8e9f001122334477","kind":"spend","amount":-12,"balance_after":999988,"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures"},"reverses":null,"feature":null,"quantity":null,"price_version":null,"description":null,"metadata":{},"booked_at":"2026-11-26T07:41:25.123Z"},"lots":[{"kind":"promo","amount":12,"remaining":999988,"feature":null,"expires_at":null}],"lot_count":1,"balance":{"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures","url":"https://pictures.example"},"mode":"live","unit":"credit","scale":0,"posted":999988,"held":0,"debt":0,"available":999988,"subscribed":false,"updated_at":"2026-11-26T07:41:25.123Z"}}"#,
    ),
    // A spend on a feature, of two lots, at another time than the row's.
    (
        Some(TRANSACTION),
        "s5\n93\n0192f0c4a1b27c3d8e9f001122334466\nPictures\n\n\"image\"\n5\n2\n\"One picture\"\n{\"n\":1.5}\n2026-11-26T07:41:25.124Z\npurchase\n2\n0\n\"image\"\n\"2027-01-01T00:00:00.000Z\"},{\"kind\":\"promo\",\"amount\":3,\"remaining\":93,\"feature\":null,\"expires_at\":null\n2\nhttps://pictures.example\n\n\n\n3\n\n90\ntrue",
        r#"{"transaction":{"id":"txn_0192f0c4a1b27c3d8e9f001122334477","kind":"spend","amount":-5,"balance_after":93,"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures"},"reverses":null,"feature":"image","quantity":5,"price_version":2,"description":"One picture","metadata":{"n":1.5},"booked_at":"2026-11-26T07:41:25.124Z"},"lots":[{"kind":"purchase","amount":2,"remaining":0,"feature":"image","expires_at":"2027-01-01T00:00:00.000Z"},{"kind":"promo","amount":3,"remaining":93,"feature":null,"expires_at":null}],"lot_count":2,"balance":{"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures","url":"https://pictures.example"},"mode":"live","unit":"credit","scale":0,"posted":93,"held":3,"debt":0,"available":90,"subscribed":true,"updated_at":"2026-11-26T07:41:25.124Z"}}"#,
    ),
    // A reversal.
    (
        Some(TRANSACTION),
        "mreversal\n12\n1000000\n0192f0c4a1b27c3d8e9f001122334466\nPictures\n\"txn_0192f0c4a1b27c3d8e9f001122334400\"\n\n\n\n\"It failed\"\n\n\nhttps://pictures.example",
        r#"{"transaction":{"id":"txn_0192f0c4a1b27c3d8e9f001122334477","kind":"reversal","amount":12,"balance_after":1000000,"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures"},"reverses":"txn_0192f0c4a1b27c3d8e9f001122334400","feature":null,"quantity":null,"price_version":null,"description":"It failed","metadata":{},"booked_at":"2026-11-26T07:41:25.123Z"},"balance":{"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures","url":"https://pictures.example"},"mode":"live","unit":"credit","scale":0,"posted":1000000,"held":0,"debt":0,"available":1000000,"subscribed":false,"updated_at":"2026-11-26T07:41:25.123Z"}}"#,
    ),
    // A hold that is opened.
    (
        Some(HOLD),
        "h0192f0c4a1b27c3d8e9f001122334466\nopen\n30\n\n\n\n\n\n\n\n\n\n\"2026-11-26T07:56:25.123Z\"\n\nPictures\nhttps://pictures.example\n\n\n100\n30\n\n70",
        r#"{"hold":{"id":"hold_0192f0c4a1b27c3d8e9f001122334488","customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","state":"open","amount":30,"captured":0,"released":0,"on_expiry":"release","feature":null,"quantity":null,"price_version":null,"description":null,"metadata":{},"opened_at":"2026-11-26T07:41:25.123Z","expires_at":"2026-11-26T07:56:25.123Z","closed_at":null},"transaction":null,"balance":{"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures","url":"https://pictures.example"},"mode":"live","unit":"credit","scale":0,"posted":100,"held":30,"debt":0,"available":70,"subscribed":false,"updated_at":"2026-11-26T07:41:25.123Z"}}"#,
    ),
    // A capture that ends its hold.
    (
        Some(TRANSACTION),
        "chold_0192f0c4a1b27c3d8e9f001122334488\n0192f0c4a1b27c3d8e9f001122334466\ncaptured\n30\n20\n10\n\n\n\n\n\n\n2026-11-26T07:41:00.000Z\n\"2026-11-26T07:56:25.123Z\"\n\"2026-11-26T07:41:25.123Z\"\n20\n80\nPictures\n\n\n\n\n\n\n\nhttps://pictures.example",
        r#"{"hold":{"id":"hold_0192f0c4a1b27c3d8e9f001122334488","customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","state":"captured","amount":30,"captured":20,"released":10,"on_expiry":"release","feature":null,"quantity":null,"price_version":null,"description":null,"metadata":{},"opened_at":"2026-11-26T07:41:00.000Z","expires_at":"2026-11-26T07:56:25.123Z","closed_at":"2026-11-26T07:41:25.123Z"},"transaction":{"id":"txn_0192f0c4a1b27c3d8e9f001122334477","kind":"capture","amount":-20,"balance_after":80,"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures"},"reverses":null,"feature":null,"quantity":null,"price_version":null,"description":null,"metadata":{},"booked_at":"2026-11-26T07:41:25.123Z"},"balance":{"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures","url":"https://pictures.example"},"mode":"live","unit":"credit","scale":0,"posted":80,"held":0,"debt":0,"available":80,"subscribed":false,"updated_at":"2026-11-26T07:41:25.123Z"}}"#,
    ),
    // A refusal, which has no template.
    (
        None,
        "0[[\"content-type\",\"application/problem+json\"]]\n{\"type\":\"https://example.com/problems/insufficient-credits\",\"title\":\"Not enough credits\",\"status\":402}",
        r#"{"type":"https://example.com/problems/insufficient-credits","title":"Not enough credits","status":402}"#,
    ),
];
