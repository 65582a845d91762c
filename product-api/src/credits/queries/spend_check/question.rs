//! A check in a batch.

use std::collections::HashMap;

use crate::caller::{Mode, SiteScope};
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::customers::{Customer, CustomerRef, Name};
use crate::features::FeatureName;
use crate::websites::{Actor, SiteAccess};

/// The part of a check that decides which rows are read: checks of other amounts are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SpendCheckQuery {
    website_id: String,
    mode: Mode,
    customer: CustomerRef,
    /// Code of the feature.
    feature: Option<String>,
    /// Key of the website's book; none before its first use.
    book_id: Option<i64>,
    /// Id of the API key, if it has a cap per day.
    capped_key: Option<String>,
}

impl SpendCheckQuery {
    pub(crate) fn new(
        access: &SiteAccess,
        customer: &CustomerRef,
        feature: Option<&str>,
        book_id: Option<i64>,
    ) -> Self {
        let is_capped = access.cap.is_some_and(|cap| cap.per_day.is_some());
        let key_id = match &access.actor {
            Actor::Key(id) => Some(id.clone()),
            Actor::Owner(_) => None,
        };
        Self {
            website_id: access.website_id.clone(),
            mode: access.mode,
            customer: customer.clone(),
            feature: feature.map(str::to_owned),
            book_id,
            capped_key: key_id.filter(|_| is_capped),
        }
    }

    /// Returns the website and the mode.
    pub(crate) fn site(&self) -> SiteScope<'_> {
        SiteScope {
            website_id: &self.website_id,
            mode: self.mode,
        }
    }

    /// Returns the customer's name.
    pub(crate) fn name(&self) -> Name<'_> {
        Name {
            website_id: &self.website_id,
            mode: self.mode,
            reference: &self.customer,
        }
    }

    /// Returns the name of the feature, if the check is for one.
    pub(crate) fn feature_name(&self) -> Option<FeatureName<'_>> {
        Some(FeatureName {
            website_id: &self.website_id,
            mode: self.mode,
            code: self.feature.as_deref()?,
        })
    }

    /// Returns the key of the book, if it was known before the batch.
    pub(crate) fn book_id(&self) -> Option<i64> {
        self.book_id
    }

    /// Returns the check with the key of its book.
    pub(crate) fn in_book(&self, book_id: Option<i64>) -> Self {
        Self {
            book_id,
            ..self.clone()
        }
    }

    /// Returns the id of the API key, if it has a cap per day.
    pub(crate) fn capped_key(&self) -> Option<&str> {
        self.capped_key.as_deref()
    }

    /// Returns the key of a customer's wallet, if the book is known.
    pub(crate) fn wallet_of(&self, customer: &Customer) -> Option<WalletKey> {
        Some(WalletKey {
            book_id: self.book_id?,
            owner: Owner::Customer(customer.id.clone()),
        })
    }
}

/// Returns each different question once, and the index of each question among them.
pub(crate) fn distinct(questions: Vec<SpendCheckQuery>) -> (Vec<SpendCheckQuery>, Vec<usize>) {
    let (mut distinct, mut known) = (Vec::new(), HashMap::with_capacity(questions.len()));
    let index_of = |question: SpendCheckQuery| {
        *known.entry(question).or_insert_with_key(|question| {
            distinct.push(question.clone());
            distinct.len() - 1
        })
    };
    let indexes = questions.into_iter().map(index_of).collect();
    (distinct, indexes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(customer: &str, feature: Option<&str>) -> SpendCheckQuery {
        SpendCheckQuery {
            website_id: "web_1".to_owned(),
            mode: Mode::Live,
            customer: CustomerRef::ExternalId(customer.to_owned()),
            feature: feature.map(ToOwned::to_owned),
            book_id: Some(1),
            capped_key: None,
        }
    }

    #[test]
    fn equal_checks_share_one_query() {
        let ada = || question("ada", Some("image"));
        let all = vec![
            ada(),
            question("bob", Some("image")),
            ada(),
            question("ada", None),
            ada(),
        ];
        let (once, indexes) = distinct(all.clone());
        assert_eq!(once.len(), 3);
        assert_eq!(indexes, [0, 1, 0, 2, 0]);
        let again = indexes.iter().map(|index| once[*index].clone());
        assert!(again.eq(all));
    }
}
