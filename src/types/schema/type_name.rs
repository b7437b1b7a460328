//! Names of Rust types in a schema: without the modules of their paths.

/// A type's name, as part of another one's: without the modules of its paths.
#[must_use]
pub fn type_name<T>() -> String {
    without_paths(std::any::type_name::<T>())
}

/// A type without the modules of its paths.
fn without_paths(name: &str) -> String {
    let (mut short, mut path) = (String::new(), String::new());
    for letter in name.chars().chain([' ']) {
        if letter.is_alphanumeric() || letter == '_' || letter == ':' {
            path.push(letter);
        } else {
            short += path.rsplit("::").next().unwrap_or_default();
            path.clear();
            short.push(letter);
        }
    }
    short.pop();
    short
}

/// The name of an instance of a generic type.
#[must_use]
pub fn instance(name: &str, arguments: &[String]) -> String {
    format!("{name}<{}>", arguments.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{type_name, without_paths};

    #[test]
    fn names_have_no_modules() {
        assert_eq!(
            type_name::<Vec<(Box<String>, Option<i32>, [u8; 3])>>(),
            "Vec<(Box<String>, Option<i32>, [u8; 3])>"
        );
        assert_eq!(without_paths("(a::b::List, &'static str)"), "(List, &'static str)");
        assert_eq!(without_paths("a::Pair<b::C, d::E<f::G>>"), "Pair<C, E<G>>");
    }
}
