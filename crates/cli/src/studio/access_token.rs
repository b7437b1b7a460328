//! [`AccessToken`]: the part of the page's address that no other program of this machine can guess.

use std::fmt;
use std::io;

/// The number of random bytes of a token.
const TOKEN_BYTES: usize = 16;

/// Random bytes as hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessToken(String);

impl AccessToken {
    /// A token of the operating system's random bytes.
    ///
    /// # Errors
    /// When there are none.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Whether this is the token. The time that it takes does not depend on where they differ.
    pub fn is(&self, given: &str) -> bool {
        let (own, given) = (self.0.as_bytes(), given.as_bytes());
        own.len() == given.len()
            && own.iter().zip(given).fold(0, |sum, (own, given)| sum | (own ^ given)) == 0
    }
}

impl fmt::Display for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::AccessToken;

    #[test]
    fn only_the_token_itself_is_it() {
        let token = AccessToken::random().expect("there are random bytes");
        let text = token.to_string();
        assert_eq!(text.len(), 32);
        assert!(token.is(&text));
        for other in ["", &text[1..], &format!("{text}0"), &text.replace(&text[..1], "g")] {
            assert!(!token.is(other), "{other}");
        }
        assert_ne!(token, AccessToken::random().expect("there are random bytes"));
    }
}
