//! Pages to be rendered.

use dpgen_browsers::Page;

/// The colour of the outer one of [`nested`] boxes.
pub const NESTED_COLOUR: [u8; 3] = [0x20, 0x60, 0xc0];

/// A page of two nested boxes of fixed sizes and colours, with a style sheet for their classes `a` and `b`.
pub fn nested(id: u64, sheet: &str) -> Page {
    let html = format!(
        "<!DOCTYPE html><html><head><meta charset=utf-8><style>\
         div{{width:80px;height:80px;background:#2060c0}}div div{{width:50px;height:50px;background:#e06020}}{sheet}\
         </style></head><body><div class=a><div class=b></div></div></body></html>"
    );
    Page::new(id, html)
}

/// A page that is filled with a colour.
pub fn filled(id: u64, colour: [u8; 3]) -> Page {
    let [red, green, blue] = colour;
    let html = format!(
        "<!DOCTYPE html><style>body{{margin:0}}\
         div{{width:300px;height:300px;background:rgb({red},{green},{blue})}}</style><div></div>"
    );
    Page::new(id, html)
}

/// A page that never ends loading or showing: a script that runs for ever.
pub fn endless(id: u64) -> Page {
    Page::new(id, "<!DOCTYPE html><p>endless<script>for(;;){}</script>")
}

/// Many pages that no two engines paint differently.
pub fn plain(count: u64) -> Vec<Page> {
    (0..count)
        .map(|id| {
            nested(id, &format!(".a{{transform:translateX({}px)}}.b{{opacity:0.{}}}", id % 9, 2 + id % 7))
        })
        .collect()
}
