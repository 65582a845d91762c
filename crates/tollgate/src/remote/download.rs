//! Downloads of files that are too long for memory.

use std::io::Write;
use std::time::Duration;

use foundation::Failure;
use foundation::outbound::read_bounded;
use foundation::secret::ExposeSecret;
use reqwest::header::ACCEPT;

use super::server::{AdminScope, RemoteServer, RequestError};

/// Timeout of a whole file.
const MAX_DOWNLOAD: Duration = Duration::from_hours(1);

impl RemoteServer {
    /// Writes the file at a path of either service, part by part. Fails if the file is incomplete.
    pub(crate) async fn download(
        &self,
        scope: AdminScope,
        path: &str,
        media_type: &str,
        out: &mut impl Write,
    ) -> Result<(), RequestError> {
        let token = self.token(scope).await?;
        let request = self.http.get(format!("{}{path}", self.base()));
        let request = request.bearer_auth(token.expose_secret());
        let request = request.header(ACCEPT, media_type).timeout(MAX_DOWNLOAD);
        let unreachable = |error: reqwest::Error| RequestError::Unreachable {
            base: self.base().to_owned(),
            why: error.without_url().to_string(),
        };
        let mut response = request.send().await.map_err(unreachable)?;
        let status = response.status();
        if !status.is_success() {
            let body = read_bounded(response).await?;
            return Err(self.refusal(status, &body));
        }
        while let Some(part) = response.chunk().await.map_err(unreachable)? {
            let written = out.write_all(&part);
            written.map_err(|error| Failure::broken("writing the file", error))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use foundation::testing::TestServer;
    use poem::http::StatusCode;
    use poem::{Body, EndpointExt, IntoResponse, Request, Response, endpoint};

    use super::*;
    use crate::settings::Remote;

    /// Serves a token, and a response for any other path.
    async fn serve(
        file: impl Fn() -> Response + Send + Sync + 'static,
    ) -> (TestServer, RemoteServer) {
        let (listener, url) = TestServer::bind().await;
        let respond = endpoint::make_sync(move |request: Request| {
            if request.uri().path() == "/oauth/token" {
                return r#"{"access_token": "token"}"#.into_response();
            }
            file()
        });
        let serving = TestServer::start(listener, respond.map_to_response().boxed());
        let remote = Remote {
            url: None,
            client_id: "tollgate-cli".to_owned(),
            client_secret: Some("a secret".to_owned().into()),
        };
        (serving, RemoteServer::new(url, remote).unwrap())
    }

    async fn download(server: &RemoteServer) -> (Result<(), RequestError>, Vec<u8>) {
        let mut out = Vec::new();
        let scope = AdminScope::Ledger;
        let done = server.download(scope, "/file", "text/csv", &mut out).await;
        (done, out)
    }

    #[tokio::test]
    async fn whole_file_is_written_and_an_incomplete_one_is_an_error() {
        let parts = || vec![Ok(vec![b'a'; 70_000]), Ok(vec![b'b'; 70_000])];
        let whole = move || {
            let body = Body::from_bytes_stream(futures_util::stream::iter(parts()));
            Response::builder().body(body)
        };
        let (_serving, server) = serve(whole).await;
        let (done, out) = download(&server).await;
        done.unwrap();
        assert_eq!(out.len(), 140_000);
        let broken = move || {
            let error = std::io::Error::other("the database is away");
            let parts = parts().into_iter().chain([Err(error)]);
            let body =
                Body::from_bytes_stream(futures_util::stream::iter(parts.collect::<Vec<_>>()));
            Response::builder().body(body)
        };
        let (_serving, server) = serve(broken).await;
        let (done, _) = download(&server).await;
        assert!(
            matches!(done, Err(RequestError::Unreachable { .. })),
            "{done:?}"
        );
        let refused = || {
            let body = r#"{"detail": "There is no such website."}"#;
            (StatusCode::NOT_FOUND, body).into_response()
        };
        let (_serving, server) = serve(refused).await;
        let (done, out) = download(&server).await;
        assert_eq!(done.unwrap_err().to_string(), "There is no such website.");
        assert!(out.is_empty());
    }
}
