//! A version of a pack or a plan: its terms and its prices. A version never changes; a new version follows it.

use foundation::{Failure, Timestamp};

use super::given_prices::{Bounds, GivenPrice, MAX_CREDITS, check_number, parse_prices};
use super::pack_terms::PackTerms;
use super::plan_terms::{PlanTerms, too_many};
use super::price_state::PriceAtStripe;
use crate::billing::currency::Money;
use crate::features::is_code;
use crate::problem::FieldError;

/// Maximum number of versions of an item.
pub(super) const MAX_VERSIONS: i64 = 1_000;
/// Maximum number of features of a plan.
const MAX_FEATURES: usize = 50;

/// The terms of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum VersionTerms {
    /// Terms of a pack.
    Pack(PackTerms),
    /// Terms of a plan.
    Plan(PlanTerms),
}

/// A feature that a requested version names. A pack names one at most: its credits can be spent on it alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NewFeature {
    /// The feature's code.
    pub(super) code: String,
    /// The further credits of an allowance that can be spent on this feature alone; 0 if the plan only names the feature.
    pub(super) credits: i64,
}

/// A requested version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewVersion {
    /// The terms.
    pub(super) terms: VersionTerms,
    /// The features, in the order of their codes.
    pub(super) features: Vec<NewFeature>,
    /// The prices, in the order of their currencies.
    pub(super) prices: Vec<Money>,
}

impl NewVersion {
    /// Returns the version of a pack as a request describes it, or the errors of the body.
    pub(super) fn parse_pack(
        terms: PackTerms,
        feature: Option<String>,
        prices: &[GivenPrice],
    ) -> Result<Self, Vec<FieldError>> {
        let errors = terms.errors();
        let features = feature.map(|code| NewFeature { code, credits: 0 });
        Self {
            terms: VersionTerms::Pack(terms),
            features: features.into_iter().collect(),
            prices: Vec::new(),
        }
        .with_prices(prices, errors)
    }

    /// Returns the version of a plan as a request describes it, or the errors of the body.
    pub(super) fn parse_plan(
        terms: PlanTerms,
        mut features: Vec<NewFeature>,
        prices: &[GivenPrice],
    ) -> Result<Self, Vec<FieldError>> {
        let mut errors = terms.errors();
        errors.extend(feature_errors(&features, terms.max_quantity));
        features.sort_unstable();
        Self {
            terms: VersionTerms::Plan(terms),
            features,
            prices: Vec::new(),
        }
        .with_prices(prices, errors)
    }

    fn with_prices(
        self,
        prices: &[GivenPrice],
        mut errors: Vec<FieldError>,
    ) -> Result<Self, Vec<FieldError>> {
        let prices = parse_prices(prices, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Self { prices, ..self })
    }
}

fn feature_errors(features: &[NewFeature], max_quantity: i64) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if features.len() > MAX_FEATURES {
        let detail = format!("Must have at most {MAX_FEATURES} features.");
        errors.push(FieldError::body("/features", detail));
        return errors;
    }
    for (index, feature) in features.iter().enumerate() {
        let pointer = |member: &str| format!("/features/{index}/{member}");
        let earlier = features.iter().take(index);
        if !is_code(&feature.code) {
            let detail = "Must be the code of a feature.";
            errors.push(FieldError::body(pointer("feature"), detail));
        } else if earlier
            .map(|one| &one.code)
            .any(|code| *code == feature.code)
        {
            let detail = "The plan names this feature before.";
            errors.push(FieldError::body(pointer("feature"), detail));
        }
        let bounds = Bounds {
            least: 0,
            most: MAX_CREDITS,
        };
        let before = errors.len();
        check_number(
            &mut errors,
            &pointer("credits"),
            Some(feature.credits),
            bounds,
        );
        let all = feature.credits.saturating_mul(max_quantity);
        if errors.len() == before && all > MAX_CREDITS {
            errors.push(FieldError::body(pointer("credits"), too_many("credits")));
        }
    }
    errors
}

/// A feature of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VersionFeature {
    /// The feature's key.
    pub(super) id: i64,
    /// The feature's code.
    pub(super) code: String,
    /// The further credits of an allowance that can be spent on this feature alone.
    pub(super) credits: i64,
}

/// A price of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VersionPrice {
    /// The amount.
    pub(super) money: Money,
    /// Its price at Stripe; none while the book has no connection.
    pub(super) at_stripe: Option<PriceAtStripe>,
}

/// A version of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ItemVersion {
    /// The number among the item's versions: 1, 2, 3 …
    pub(super) version: i64,
    /// The terms.
    pub(super) terms: VersionTerms,
    /// The features, in the order of their codes.
    pub(super) features: Vec<VersionFeature>,
    /// The time of creation.
    pub(super) created_at: Timestamp,
    /// The prices, in the order of their currencies.
    pub(super) prices: Vec<VersionPrice>,
}

impl ItemVersion {
    /// Returns true if a requested version equals this one.
    pub(super) fn is_like(&self, asked: &NewVersion) -> bool {
        let own = self.features.iter();
        let own = own.map(|feature| (&feature.code, feature.credits));
        let features = asked.features.iter();
        let features = features.map(|feature| (&feature.code, feature.credits));
        let prices = self.prices.iter().map(|price| price.money);
        self.terms == asked.terms && own.eq(features) && prices.eq(asked.prices.iter().copied())
    }

    /// Returns the terms of a pack's version.
    pub(super) fn pack_terms(&self) -> Result<&PackTerms, Failure> {
        match &self.terms {
            VersionTerms::Pack(terms) => Ok(terms),
            VersionTerms::Plan(_) => {
                Err(Failure::defect("a version of a pack has terms of a plan"))
            }
        }
    }

    /// Returns the terms of a plan's version.
    pub(super) fn plan_terms(&self) -> Result<&PlanTerms, Failure> {
        match &self.terms {
            VersionTerms::Plan(terms) => Ok(terms),
            VersionTerms::Pack(_) => {
                Err(Failure::defect("a version of a plan has terms of a pack"))
            }
        }
    }
}

/// Returns the pointers of errors.
#[cfg(test)]
pub(super) fn pointers(errors: &[FieldError]) -> Vec<&str> {
    errors
        .iter()
        .map(|error| match error {
            FieldError::Body { pointer, .. } => pointer.as_str(),
            FieldError::Parameter { name, .. } => name.as_str(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::billing::catalog::plan_terms::{GrantEvery, Interval, Rollover};

    fn price(currency: &str, amount_minor: i64) -> GivenPrice {
        GivenPrice {
            currency: currency.to_owned(),
            amount_minor,
        }
    }

    fn feature(code: &str, credits: i64) -> NewFeature {
        NewFeature {
            code: code.to_owned(),
            credits,
        }
    }

    fn monthly(credits: i64, max_quantity: i64) -> PlanTerms {
        PlanTerms {
            interval: Interval::Month,
            interval_count: 1,
            grant_every: GrantEvery::Interval,
            credits,
            rollover: Rollover::None,
            rollover_cap: None,
            rollover_periods: 0,
            trial: None,
            max_quantity,
        }
    }

    #[test]
    fn each_wrong_feature_is_named() {
        let many: Vec<NewFeature> = (0..51).map(|n| feature(&format!("f{n}"), 0)).collect();
        let rows: [(&[NewFeature], &[&str]); 7] = [
            (&[], &[]),
            (
                &[
                    feature("image", 0),
                    feature("film", MAX_CREDITS.div_euclid(3)),
                ],
                &[],
            ),
            (&many, &["/features"]),
            (&[feature("Image", 0)], &["/features/0/feature"]),
            (
                &[feature("image", 0), feature("image", 1)],
                &["/features/1/feature"],
            ),
            (&[feature("image", -1)], &["/features/0/credits"]),
            (
                &[
                    feature("image", 0),
                    feature("film", MAX_CREDITS.div_euclid(3) + 1),
                ],
                &["/features/1/credits"],
            ),
        ];
        for (given, expected) in rows {
            let parsed = NewVersion::parse_plan(monthly(1, 3), given.to_vec(), &[price("eur", 5)]);
            let errors = parsed.err().unwrap_or_default();
            assert_eq!(pointers(&errors), expected, "{given:?}");
        }
    }

    fn stored(new: &NewVersion) -> ItemVersion {
        let features = new.features.iter().map(|feature| VersionFeature {
            id: 7,
            code: feature.code.clone(),
            credits: feature.credits,
        });
        let prices = new.prices.iter().map(|money| VersionPrice {
            money: *money,
            at_stripe: None,
        });
        ItemVersion {
            version: 1,
            terms: new.terms.clone(),
            features: features.collect(),
            created_at: Timestamp::default(),
            prices: prices.collect(),
        }
    }

    type Request = (VersionTerms, Vec<NewFeature>, Vec<GivenPrice>);

    fn parse((terms, features, prices): &Request) -> NewVersion {
        let parsed = match terms {
            VersionTerms::Pack(terms) => {
                let feature = features.first().map(|feature| feature.code.clone());
                NewVersion::parse_pack(terms.clone(), feature, prices)
            }
            VersionTerms::Plan(terms) => NewVersion::parse_plan(*terms, features.clone(), prices),
        };
        parsed.unwrap()
    }

    fn any_terms() -> impl Strategy<Value = VersionTerms> {
        let pack = (
            1..1_000_i64,
            1..9_i64,
            proptest::option::of(1..9_i64),
            any::<bool>(),
        );
        let pack = pack.prop_map(|(credits, bonus, days, is_first_only)| {
            VersionTerms::Pack(PackTerms {
                credits,
                bonus,
                expires_days: days,
                bonus_expires_days: days,
                is_first_only,
            })
        });
        let plan = (1..1_000_i64, 1..9_i64)
            .prop_map(|(credits, max_quantity)| VersionTerms::Plan(monthly(credits, max_quantity)));
        prop_oneof![pack, plan]
    }

    fn any_request() -> impl Strategy<Value = Request> {
        let codes = proptest::sample::subsequence(vec!["a", "b", "c"], 0..=2);
        let features = codes.prop_flat_map(|codes| {
            let credits = proptest::collection::vec(0..9_i64, codes.len());
            credits.prop_map(move |credits| {
                let pairs = codes.iter().zip(credits);
                pairs
                    .map(|(code, credits)| feature(code, credits))
                    .collect()
            })
        });
        let codes = proptest::sample::subsequence(vec!["eur", "usd", "gbp", "jpy"], 1..=4);
        let prices = codes.prop_flat_map(|codes| {
            let amounts = proptest::collection::vec(1..9_i64, codes.len());
            amounts.prop_map(move |amounts| {
                let pairs = codes.iter().zip(amounts);
                pairs.map(|(code, amount)| price(code, amount)).collect()
            })
        });
        (any_terms(), features, prices)
    }

    proptest! {
        /// A repeated request is taken for the stored version exactly if it says the same; the order of prices and of a plan's
        /// features says nothing.
        #[test]
        fn version_equals_an_equal_request(
            one in any_request(), other in any_request(), rotation in 0..4_usize,
        ) {
            let (first, second) = (parse(&one), parse(&other));
            prop_assert!(stored(&first).is_like(&first));
            prop_assert_eq!(stored(&first).is_like(&second), first == second);
            let mut rotated = one;
            let length = rotated.2.len();
            rotated.2.rotate_left(rotation % length);
            if matches!(rotated.0, VersionTerms::Plan(_)) {
                rotated.1.reverse();
            }
            prop_assert!(stored(&first).is_like(&parse(&rotated)));
        }
    }
}
