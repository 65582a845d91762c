//! The operations on connections and on the settings of books.

mod connections;
mod forms;
mod setting_words;
mod settings;

pub(crate) use connections::StripeConnectionsApi;
pub(crate) use settings::BillingSettingsApi;
