//! [`RequestGuard`]: which requests the studio answers, and what browsers may do with the answers.
//!
//! Another page in the same browser can send requests to this machine, and a name that its server controls can lead here. So a
//! request is answered only if it names this server as its host, comes from its own page or from none, and has the token as
//! the first part of its path.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::access_token::AccessToken;

/// What every answer says about its use. Nothing is loaded from elsewhere, no script or style but the page's own files runs.
const ANSWER_HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The names of this server, and its token.
#[derive(Debug)]
pub struct RequestGuard {
    hosts: Vec<String>,
    token: AccessToken,
}

/// Why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    Host,
    Origin,
    Token,
}

impl Refusal {
    const fn reason(self) -> &'static str {
        match self {
            Self::Host => "This server answers only to its address on this machine.",
            Self::Origin => "Another page has sent this request.",
            Self::Token => {
                "The address lacks its token: take the whole address that `dpgen studio` printed when it began. A new run has a \
                 new one."
            }
        }
    }
}

impl RequestGuard {
    /// The guard of a server on a port of the loopback interface.
    pub fn new(port: u16, token: AccessToken) -> Self {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        Self { hosts: hosts.to_vec(), token }
    }

    fn check(&self, headers: &HeaderMap, path: &str) -> Result<(), Refusal> {
        let text =
            |name: HeaderName| headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default());
        let is_host = |name: &str| self.hosts.iter().any(|host| host == name);
        let hosts: Vec<&str> = text(header::HOST).collect();
        if hosts.len() != 1 || !hosts.iter().all(|host| is_host(host)) {
            return Err(Refusal::Host);
        }
        let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(is_host);
        if !text(header::ORIGIN).all(is_own) {
            return Err(Refusal::Origin);
        }
        let from_elsewhere = |site: &str| !matches!(site, "same-origin" | "none");
        if text(HeaderName::from_static("sec-fetch-site")).any(from_elsewhere) {
            return Err(Refusal::Origin);
        }
        let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
        if self.token.is(first) { Ok(()) } else { Err(Refusal::Token) }
    }
}

/// Answers a request that passes the guard, refuses others, and says in all answers what may be done with them.
pub async fn guard(State(guard): State<Arc<RequestGuard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.check(request.headers(), request.uri().path()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => (StatusCode::FORBIDDEN, refusal.reason()).into_response(),
    };
    for (name, value) in ANSWER_HEADERS {
        // A route that has its own says it by itself.
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::{self, HeaderName, HeaderValue};

    use super::{AccessToken, Refusal, RequestGuard};

    fn headers(list: &[(HeaderName, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in list {
            headers.append(name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn only_requests_of_the_page_to_this_host_with_the_token_pass() {
        let token = AccessToken::random().expect("there are random bytes");
        let guard = RequestGuard::new(7000, token.clone());
        let site = HeaderName::from_static("sec-fetch-site");
        let host = (header::HOST, "127.0.0.1:7000");
        let table = [
            (vec![host.clone()], Ok(())),
            (vec![(header::HOST, "localhost:7000")], Ok(())),
            (vec![host.clone(), (header::ORIGIN, "http://127.0.0.1:7000")], Ok(())),
            (vec![host.clone(), (site.clone(), "same-origin")], Ok(())),
            (vec![host.clone(), (site.clone(), "none")], Ok(())),
            (vec![], Err(Refusal::Host)),
            (vec![(header::HOST, "127.0.0.1")], Err(Refusal::Host)),
            (vec![(header::HOST, "127.0.0.1:7001")], Err(Refusal::Host)),
            (vec![(header::HOST, "evil.example:7000")], Err(Refusal::Host)),
            (vec![(header::HOST, "127.0.0.1:7000.evil.example")], Err(Refusal::Host)),
            (vec![host.clone(), (header::HOST, "evil.example")], Err(Refusal::Host)),
            (vec![host.clone(), (header::ORIGIN, "null")], Err(Refusal::Origin)),
            (vec![host.clone(), (header::ORIGIN, "http://evil.example")], Err(Refusal::Origin)),
            (vec![host.clone(), (header::ORIGIN, "http://127.0.0.1:7001")], Err(Refusal::Origin)),
            (vec![host.clone(), (header::ORIGIN, "https://127.0.0.1:7000")], Err(Refusal::Origin)),
            (vec![host.clone(), (site.clone(), "cross-site")], Err(Refusal::Origin)),
            (vec![host.clone(), (site, "same-site")], Err(Refusal::Origin)),
        ];
        for (list, expected) in table {
            let headers = headers(&list);
            assert_eq!(guard.check(&headers, &format!("/{token}/")), expected, "{list:?}");
            for path in ["/", "", "/x/", "/page.js", &format!("/x/{token}/"), &format!("/{token}0/")] {
                let refused = expected.and(Err(Refusal::Token));
                assert_eq!(guard.check(&headers, path), refused, "{path} {list:?}");
            }
        }
    }
}
