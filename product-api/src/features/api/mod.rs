//! The operations of this room: a website's price list.

mod features;
mod forms;

pub(crate) use features::FeaturesApi;
pub(crate) use forms::PriceAnswer;
