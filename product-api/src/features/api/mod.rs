//! The operations on a website's features.

mod features;
mod forms;

pub(crate) use features::FeaturesApi;
pub(crate) use forms::PriceDto;
