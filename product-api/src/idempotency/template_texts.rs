//! Texts of templates. The server restores stored responses by these texts, so that no text here ever changes or goes: a
//! response of a new form gets a template under a new letter.

/// Header of a JSON response, and the line break in front of its body.
macro_rules! head {
    () => {
        "[[\"content-type\",\"application/json\"]]\n"
    };
}

macro_rules! transaction {
    ($kind:literal, $sign:literal) => {
        concat!(
            r#"{"id":"$R","kind":""#,
            $kind,
            r#"","amount":"#,
            $sign,
            r#"$a,"balance_after":$b,"customer_id":"cus_$c","website":{"id":"$W","name":"$n"},"#,
            r#""reverses":$r,"feature":$f,"quantity":$q,"price_version":$g,"description":$x,"metadata":$m,"#,
            r#""booked_at":"$D"}"#,
        )
    };
}

macro_rules! hold {
    ($id:literal) => {
        concat!(
            r#"{"id":""#,
            $id,
            r#"","customer_id":"cus_$c","state":"$0","amount":$1,"captured":$2,"released":$3,"on_expiry":"$4","#,
            r#""feature":$5,"quantity":$6,"price_version":$7,"description":$8,"metadata":$9,"#,
            r#""opened_at":"$O","expires_at":$E,"closed_at":$C}"#,
        )
    };
}

macro_rules! balance {
    ($updated_at:literal) => {
        concat!(
            r#""balance":{"customer_id":"cus_$c","website":{"id":"$W","name":"$n","url":"$u"},"mode":"$M","#,
            r#""unit":"$i","scale":$s,"posted":$p,"held":$h,"debt":$d,"available":$v,"subscribed":$y,"#,
            r#""updated_at":""#,
            $updated_at,
            r#""}}"#,
        )
    };
}

/// Templates by the first letter of a stored response: a spend of one lot; a grant, a reversal and the void of a grant; a hold
/// that is opened, extended or voided; a capture. A `$` begins a placeholder, and the next character is its name.
pub(super) const TEMPLATES: &[(char, &str)] = &[
    (
        's',
        concat!(
            head!(),
            r#"{"transaction":"#,
            transaction!("spend", "-"),
            r#","lots":[{"kind":"$k","amount":$o,"remaining":$l,"feature":$j,"expires_at":$e}],"lot_count":$z,"#,
            balance!("$D"),
        ),
    ),
    (
        'm',
        concat!(
            head!(),
            r#"{"transaction":"#,
            transaction!("$t", ""),
            ",",
            balance!("$D")
        ),
    ),
    (
        'h',
        concat!(
            head!(),
            r#"{"hold":"#,
            hold!("$R"),
            r#","transaction":null,"#,
            balance!("$U")
        ),
    ),
    (
        'c',
        concat!(
            head!(),
            r#"{"hold":"#,
            hold!("$w"),
            r#","transaction":"#,
            transaction!("capture", "-"),
            ",",
            balance!("$D"),
        ),
    ),
];

/// Usual values of placeholders, which are stored as nothing. One that begins with `$` is the value of another placeholder.
pub(super) const USUAL: &[(char, &str)] = &[
    ('r', "null"),
    ('f', "null"),
    ('q', "null"),
    ('g', "null"),
    ('x', "null"),
    ('m', "{}"),
    ('k', "promo"),
    ('o', "$a"),
    ('l', "$b"),
    ('j', "null"),
    ('e', "null"),
    ('z', "1"),
    ('i', "credit"),
    ('s', "0"),
    ('p', "$b"),
    ('h', "0"),
    ('d', "0"),
    ('v', "$b"),
    ('y', "false"),
    ('2', "0"),
    ('3', "0"),
    ('4', "release"),
    ('5', "null"),
    ('6', "null"),
    ('7', "null"),
    ('8', "null"),
    ('9', "{}"),
    ('D', "$T"),
    ('O', "$T"),
    ('U', "$T"),
    ('C', "null"),
];
