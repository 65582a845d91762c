//! The product of an item at Stripe: what has to be written to it.
//!
//! An owner may change a product's texts at Stripe; such texts are left alone. The metadata of a product has the texts that we
//! wrote last, so that an edited text is known.

use super::price_state::PriceState;
use super::price_work::PriceWork;

/// A product as it is at Stripe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundProduct {
    /// True unless the product is archived.
    pub(super) is_active: bool,
    /// The name.
    pub(super) name: String,
    /// The description.
    pub(super) description: Option<String>,
    /// The name that we wrote last.
    pub(super) written_name: Option<String>,
    /// The description that we wrote last.
    pub(super) written_description: Option<String>,
}

/// Changes of a product; those that are absent leave it as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ProductUpdate {
    /// True if the product is to be sold again.
    pub(super) is_activated: bool,
    /// The name.
    pub(super) name: Option<String>,
    /// The description; an empty text removes it.
    pub(super) description: Option<String>,
}

/// Returns the changes that bring a product up to date; `None` if there are none. Only a price that is being made activates the
/// product.
pub(super) fn product_update(found: &FoundProduct, work: &PriceWork) -> Option<ProductUpdate> {
    let is_own_name = found.written_name.as_ref() == Some(&found.name);
    let is_own_description = found.written_description == found.description;
    let description = work.description.clone();
    let change = ProductUpdate {
        is_activated: work.state == PriceState::Pending && !found.is_active,
        name: (is_own_name && found.name != work.name).then(|| work.name.clone()),
        description: (is_own_description && found.description != description)
            .then(|| description.unwrap_or_default()),
    };
    (change != ProductUpdate::default()).then_some(change)
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;
    use crate::billing::connections::TaxBehavior;
    use crate::billing::currency::{Currency, Money};

    fn work(state: PriceState, name: &str, description: Option<&str>) -> PriceWork {
        PriceWork {
            id: 7,
            book_id: 1,
            item_id: "pck_1".to_owned(),
            version: 1,
            money: Money {
                currency: Currency::USD,
                minor: 500,
            },
            recurrence: None,
            connection_id: "scn_1".to_owned(),
            tax_behavior: TaxBehavior::Inclusive,
            stripe_price_id: None,
            state,
            reason: None,
            attempts: 1,
            request_number: 1,
            lease: Some(Timestamp::default()),
            name: name.to_owned(),
            description: description.map(ToOwned::to_owned),
        }
    }

    /// Returns a product with the texts that it has and those that we wrote.
    fn found(is_active: bool, texts: [&str; 2], written: [&str; 2]) -> FoundProduct {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let ([name, description], [written_name, written_description]) = (texts, written);
        FoundProduct {
            is_active,
            name: name.to_owned(),
            description: some(description),
            written_name: some(written_name),
            written_description: some(written_description),
        }
    }

    fn update(is_activated: bool, name: Option<&str>, description: Option<&str>) -> ProductUpdate {
        ProductUpdate {
            is_activated,
            name: name.map(ToOwned::to_owned),
            description: description.map(ToOwned::to_owned),
        }
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "one row for each case")]
    fn only_texts_that_were_not_edited_at_stripe_are_written() {
        use PriceState::{Pending, Synced};
        let rows = [
            // the product, the work, the change
            (
                found(true, ["A", ""], ["A", ""]),
                work(Pending, "A", None),
                None,
            ),
            (
                found(true, ["A", ""], ["A", ""]),
                work(Synced, "B", None),
                Some(update(false, Some("B"), None)),
            ),
            (
                found(true, ["X", ""], ["A", ""]),
                work(Synced, "B", None),
                None,
            ), // edited
            (
                found(true, ["X", ""], ["", ""]),
                work(Synced, "B", None),
                None,
            ), // not written by us
            (
                found(true, ["A", "a"], ["A", "a"]),
                work(Synced, "A", Some("b")),
                Some(update(false, None, Some("b"))),
            ),
            (
                found(true, ["A", "a"], ["A", "a"]),
                work(Synced, "A", None),
                Some(update(false, None, Some(""))),
            ),
            (
                found(true, ["A", "x"], ["A", "a"]),
                work(Synced, "A", Some("b")),
                None,
            ), // edited
            (
                found(true, ["A", "x"], ["A", ""]),
                work(Synced, "B", Some("b")),
                Some(update(false, Some("B"), None)),
            ),
            (
                found(false, ["A", ""], ["A", ""]),
                work(Pending, "A", None),
                Some(update(true, None, None)),
            ),
            (
                found(false, ["A", ""], ["A", ""]),
                work(Synced, "A", None),
                None,
            ), // archived at Stripe
            (
                found(false, ["X", ""], ["A", ""]),
                work(Pending, "B", None),
                Some(update(true, None, None)),
            ),
        ];
        for (product, work, expected) in rows {
            assert_eq!(
                product_update(&product, &work),
                expected,
                "{product:?} {}",
                work.name
            );
        }
    }
}
