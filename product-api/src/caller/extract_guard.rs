//! Extraction of guards from requests.

/// Lets poem-openapi extract a guard from a request: `extract_guard!([S: Scope] for ByScope<S>)`.
macro_rules! extract_guard {
    ([$($generics:tt)*] for $guard:ty) => {
        impl<'a, $($generics)*> poem_openapi::ApiExtractor<'a> for $guard {
            const TYPES: &'static [poem_openapi::ApiExtractorType] =
                &[poem_openapi::ApiExtractorType::SecurityScheme];

            type ParamType = ();
            type ParamRawType = ();

            fn register(registry: &mut poem_openapi::registry::Registry) {
                $crate::caller::register(registry);
            }

            fn security_schemes() -> Vec<&'static str> {
                <Self as $crate::caller::Guard>::schemes()
            }

            async fn from_request(
                request: &'a poem::Request,
                _body: &mut poem::RequestBody,
                _param_opts: poem_openapi::ExtractParamOptions<Self::ParamType>,
            ) -> poem::Result<Self> {
                let app = $crate::app::App::from_request(request)?;
                let caller = $crate::caller::identify(app, request).await?;
                Ok(<Self as $crate::caller::Guard>::from_caller(app, caller, request).await?)
            }
        }
    };
}

pub(crate) use extract_guard;
