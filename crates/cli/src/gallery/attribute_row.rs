//! A named value in a list of HTML: an attribute of a structure, or why it has none.

use std::fmt::Display;

use dpgen_draw::escaped;

/// A name and its value; what is undefined or fails has the reason in its title.
pub fn attribute_row(name: &str, value: Result<impl Display, String>) -> String {
    let name = escaped(name);
    match value {
        Ok(value) => format!("<div><dt>{name}</dt><dd>{}</dd></div>", escaped(&value.to_string())),
        Err(why) => format!("<div><dt>{name}</dt><dd title=\"{}\">none</dd></div>", escaped(&why)),
    }
}
