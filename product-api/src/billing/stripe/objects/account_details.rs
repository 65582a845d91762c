//! The account of a key.

use serde::Deserialize;

use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// Facts about an account. A key without the permission to read them still shows the id.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "AccountMembers")]
pub(crate) struct AccountDetails {
    /// The id.
    pub(crate) id: String,
    /// The name in the dashboard, else the one of the business.
    pub(crate) name: Option<String>,
    /// The country by ISO 3166.
    pub(crate) country: Option<String>,
    /// The currency of the account's bank, in lower case.
    pub(crate) default_currency: Option<String>,
    /// True if the account may take payments.
    pub(crate) charges_enabled: Option<bool>,
}

#[derive(Deserialize)]
struct AccountMembers {
    id: String,
    country: Option<String>,
    default_currency: Option<String>,
    charges_enabled: Option<bool>,
    business_profile: Option<BusinessProfile>,
    settings: Option<AccountSettings>,
}

#[derive(Deserialize)]
struct BusinessProfile {
    name: Option<String>,
}

#[derive(Deserialize)]
struct AccountSettings {
    dashboard: Option<DashboardSettings>,
}

#[derive(Deserialize)]
struct DashboardSettings {
    display_name: Option<String>,
}

impl From<AccountMembers> for AccountDetails {
    fn from(members: AccountMembers) -> Self {
        let dashboard = members.settings.and_then(|settings| settings.dashboard);
        let shown = dashboard.and_then(|dashboard| dashboard.display_name);
        let business = members.business_profile.and_then(|profile| profile.name);
        let is_filled = |name: &String| !name.is_empty();
        Self {
            id: members.id,
            name: shown.filter(is_filled).or(business.filter(is_filled)),
            country: members.country,
            default_currency: members.default_currency,
            charges_enabled: members.charges_enabled,
        }
    }
}

impl StripeAccount<'_> {
    /// Returns the account of the key. If the key may not read it, the id comes from the text of that refusal.
    pub(crate) async fn get_account(&self) -> Result<AccountDetails, StripeError> {
        let error = match self.get(&["account"], &Form::default()).await {
            Ok(details) => return Ok(details),
            Err(error) => error,
        };
        let id = error.account_id().map(str::to_owned);
        id.map_or(Err(error), |id| {
            Ok(AccountDetails {
                id,
                name: None,
                country: None,
                default_currency: None,
                charges_enabled: None,
            })
        })
    }
}
