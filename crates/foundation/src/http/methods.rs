//! Methods of a path: others get 405 with `Allow` (RFC 9110 section 15.5.6), and OPTIONS gets 204 with it.

use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, IntoEndpoint, Request, Response, RouteMethod};

/// Endpoints of one path by method. GET's endpoint also serves HEAD unless HEAD has its own.
#[derive(Default)]
pub struct Methods {
    endpoints: RouteMethod,
    allowed: Vec<Method>,
}

/// Creates a path with an endpoint for GET.
pub fn get<E>(endpoint: E) -> Methods
where
    E: IntoEndpoint,
    E::Endpoint: 'static,
{
    Methods::default().get(endpoint)
}

/// Creates a path with an endpoint for POST.
pub fn post<E>(endpoint: E) -> Methods
where
    E: IntoEndpoint,
    E::Endpoint: 'static,
{
    Methods::default().post(endpoint)
}

impl Methods {
    fn with<E>(mut self, method: Method, endpoint: E) -> Self
    where
        E: IntoEndpoint,
        E::Endpoint: 'static,
    {
        if method == Method::GET {
            self.allowed.push(Method::HEAD);
        }
        self.allowed.retain(|allowed| *allowed != method);
        self.allowed.push(method.clone());
        self.endpoints = self.endpoints.method(method, endpoint);
        self
    }

    /// Adds an endpoint for GET.
    #[must_use]
    pub fn get<E>(self, endpoint: E) -> Self
    where
        E: IntoEndpoint,
        E::Endpoint: 'static,
    {
        self.with(Method::GET, endpoint)
    }

    /// Adds an endpoint for HEAD.
    #[must_use]
    pub fn head<E>(self, endpoint: E) -> Self
    where
        E: IntoEndpoint,
        E::Endpoint: 'static,
    {
        self.with(Method::HEAD, endpoint)
    }

    /// Adds an endpoint for POST.
    #[must_use]
    pub fn post<E>(self, endpoint: E) -> Self
    where
        E: IntoEndpoint,
        E::Endpoint: 'static,
    {
        self.with(Method::POST, endpoint)
    }

    /// Adds an endpoint for PUT.
    #[must_use]
    pub fn put<E>(self, endpoint: E) -> Self
    where
        E: IntoEndpoint,
        E::Endpoint: 'static,
    {
        self.with(Method::PUT, endpoint)
    }

    /// Adds an endpoint for DELETE.
    #[must_use]
    pub fn delete<E>(self, endpoint: E) -> Self
    where
        E: IntoEndpoint,
        E::Endpoint: 'static,
    {
        self.with(Method::DELETE, endpoint)
    }

    fn refuse(&self, method: &Method) -> Response {
        let status = if *method == Method::OPTIONS {
            StatusCode::NO_CONTENT
        } else {
            StatusCode::METHOD_NOT_ALLOWED
        };
        let names: Vec<_> = self.allowed.iter().map(Method::as_str).collect();
        let mut response: Response = status.into();
        if let Ok(names) = HeaderValue::from_str(&names.join(", ")) {
            response.headers_mut().insert(header::ALLOW, names);
        }
        response
    }
}

impl Endpoint for Methods {
    type Output = Response;

    async fn call(&self, req: Request) -> poem::Result<Response> {
        if self.allowed.contains(req.method()) {
            self.endpoints.call(req).await
        } else {
            Ok(self.refuse(req.method()))
        }
    }
}
