//! What engines paint: in tiles and alone, the size, the place, the colour.

use dpgen_browsers::{
    Image, Kind, Loading, Options, Page, Session, Thresholds, Tiling, difference, installed,
};

use crate::pages::{filled, nested};
use crate::support::{options, ready, session, session_with, unharmed};

fn colour(image: &Image, x: u32, y: u32) -> [u8; 3] {
    image.get_pixel(x, y).0
}

fn tiles(session: &mut Session, pages: &[Page]) -> Vec<Image> {
    let results = session.render_tiles(pages);
    assert_eq!(results.len(), pages.len());
    results.into_iter().map(|result| result.unwrap_or_else(|fault| panic!("{fault}"))).collect()
}

fn alone(session: &mut Session, page: &Page) -> Image {
    session.render_alone(page).unwrap_or_else(|fault| panic!("{}: {fault}", session.engine()))
}

/// Every pixel counts. Firefox rounds colours in two ways from run to run, by at most 2 of 255.
const EVERY_PIXEL: Thresholds = Thresholds { channel: 2, erosion: 0, edges: true };

/// What a session shows does not depend on what it showed before. One browser of each kind does all of it, as it takes seconds to
/// start one.
#[test]
fn one_browser_shows_all_kinds_of_pages() {
    let _guard = unharmed();
    for engine in ready(&Kind::ALL, "pages in one browser") {
        let mut used = session(&engine);
        tiles_show_their_pages_and_nothing_of_others(&mut used);
        boxes_are_where_they_belong(&mut used);
        if engine.kind() != Kind::QtWebKit {
            a_page_in_a_frame_looks_as_it_does_alone(&mut used);
            nothing_is_left_of_a_page_that_hides_or_moves_its_root(&mut used);
        }
        assert_eq!(used.restarts(), 0, "{engine}");
    }
}

/// More pages than tiles, so that tiles are used again.
fn tiles_show_their_pages_and_nothing_of_others(session: &mut Session) {
    let count = options().capacity() + 3;
    let level = |place: usize| u8::try_from(10 + 5 * place).expect("small");
    let pages: Vec<Page> =
        (0..count).map(|place| filled(0, [level(place), 200, 255 - level(place)])).collect();
    for (place, image) in tiles(session, &pages).iter().enumerate() {
        let wanted = [level(place), 200, 255 - level(place)];
        assert_eq!(image.dimensions(), options().page);
        for (x, y) in [(0, 0), (119, 0), (0, 99), (119, 99), (60, 50)] {
            assert_eq!(colour(image, x, y), wanted, "{}, page {place}, at {x}, {y}", session.engine());
        }
    }
}

#[test]
fn a_page_alone_looks_like_its_tile() {
    let _guard = unharmed();
    let pages = [
        nested(0, ""),
        nested(1, ".a{transform:rotate(20deg)}"),
        nested(2, ".a{perspective:100px}.b{transform:rotateY(45deg)}"),
        nested(3, "body{margin:20px}.b{margin:7px}"),
        Page::new(4, "<!DOCTYPE html><p style='width:40px;height:30px;background:lime'>"),
    ];
    for engine in ready(&[Kind::Chromium, Kind::Firefox, Kind::WebKit], "pages alone") {
        for (tiling, loading) in [(Tiling::Shadow, Loading::Written), (Tiling::Frames, Loading::File)] {
            let mut session = session_with(&engine, Options { tiling, loading, ..options() });
            let tiled = tiles(&mut session, &pages);
            for (page, tile) in pages.iter().zip(&tiled) {
                let alone = alone(&mut session, page);
                let found = difference(tile, &alone, &Thresholds::default()).map_or(0, |found| found.core);
                assert_eq!(found, 0, "{engine}, {tiling:?}, page {}", page.id);
            }
            // And back to tiles; the same page again is the same image.
            for ((page, tile), again) in pages.iter().zip(&tiled).zip(tiles(&mut session, &pages)) {
                let found = difference(tile, &again, &EVERY_PIXEL).map(|found| (found.pixels, found.largest));
                assert_eq!(found, None, "{engine}, {tiling:?}, page {}", page.id);
            }
        }
    }
}

fn boxes_are_where_they_belong(session: &mut Session) {
    let image = alone(session, &nested(0, ""));
    let engine = session.engine();
    // The margin of the body is 8 pixels.
    assert_eq!(colour(&image, 7, 7), [255, 255, 255], "{engine}");
    assert_eq!(colour(&image, 8, 8), [0xe0, 0x60, 0x20], "{engine}");
    assert_eq!(colour(&image, 57, 57), [0xe0, 0x60, 0x20], "{engine}");
    assert_eq!(colour(&image, 58, 58), [0x20, 0x60, 0xc0], "{engine}");
    assert_eq!(colour(&image, 87, 87), [0x20, 0x60, 0xc0], "{engine}");
    assert_eq!(colour(&image, 88, 88), [255, 255, 255], "{engine}");
}

/// The page that is shown after one that hides or moves its root is as it is in a fresh browser.
fn nothing_is_left_of_a_page_that_hides_or_moves_its_root(used: &mut Session) {
    let roots = [
        "html{display:none}",
        "html{transform:translate(30px,20px)}",
        "html{opacity:0.1;filter:invert(1)}",
        "html{visibility:hidden;content-visibility:hidden}",
        "*{display:none !important;opacity:0 !important}",
        "::backdrop,[popover]{display:none !important;inset:auto !important}",
    ];
    let plain = nested(0, "");
    let wanted = alone(&mut session(used.engine()), &plain);
    for root in roots {
        alone(used, &nested(1, root));
        assert!(alone(used, &plain) == wanted, "{}: {root}", used.engine());
    }
}

/// In every pixel, so that writing can stand for loading.
#[test]
fn a_page_that_is_written_looks_as_if_it_was_loaded() {
    let _guard = unharmed();
    for engine in ready(&[Kind::Chromium, Kind::Firefox, Kind::WebKit], "writing and loading") {
        let mut written = session(&engine);
        let mut loaded = session_with(&engine, Options { loading: Loading::File, ..options() });
        let sheets = [
            "",
            ".a{perspective:90px}.b{transform:rotateX(50deg)}",
            DIFFERENT[0],
            DIFFERENT[1],
            DIFFERENT[2],
        ];
        let mut pages: Vec<Page> = sheets.iter().map(|sheet| nested(0, sheet)).collect();
        pages.push(Page::new(0, "<title>no doctype</title><table><td width=50% bgcolor=red height=30>"));
        for page in &pages {
            let [written, loaded] = [&mut written, &mut loaded].map(|session| alone(session, page));
            let found =
                difference(&written, &loaded, &EVERY_PIXEL).map(|found| (found.pixels, found.largest));
            assert_eq!(found, None, "{engine}: {}", page.html);
        }
    }
}

/// In every pixel that counts, whatever was in the window before: tiles, another page in the frame, or a page alone. `WebKitGTK`
/// smooths the edges of turned boxes a little differently.
fn a_page_in_a_frame_looks_as_it_does_alone(session: &mut Session) {
    let sizes = "div{width:20vw;height:50%}html,body{height:100%}@media (width:500px) and (height:300px){.b{background:lime}}";
    let sheets =
        ["", ".a{transform:rotate(20deg)}", "div{position:fixed;right:420px}", "body{height:900px}", sizes];
    let mut pages: Vec<Page> = sheets.iter().chain(&DIFFERENT).map(|sheet| nested(0, sheet)).collect();
    pages.push(Page::new(0, "<title>no doctype</title><table><td width=50% bgcolor=red height=30>"));
    pages.push(Page::new(0, "<!DOCTYPE html><style>html{display:none}</style><p>"));
    for (place, page) in pages.iter().enumerate() {
        if place % 3 == 1 {
            tiles(session, &pages);
        }
        let framed =
            session.render_framed(page).unwrap_or_else(|fault| panic!("{}: {fault}", session.engine()));
        assert_eq!(framed.dimensions(), options().page);
        let alone = alone(session, page);
        let found =
            difference(&framed, &alone, &Thresholds::default()).map(|found| (found.pixels, found.largest));
        assert_eq!(found, None, "{}: {}", session.engine(), page.html);
    }
}

/// The strip that tells which page is shown lies below the largest page, too.
#[test]
fn nothing_is_over_a_page_in_a_frame() {
    let _guard = unharmed();
    let html = "<!DOCTYPE html><style>html{background:rgb(1,2,3)}</style>";
    for engine in ready(&[Kind::Chromium, Kind::Firefox, Kind::WebKit], "large frames") {
        for page in [(500, 296), (510, 300), (600, 400)] {
            let mut session = session_with(&engine, Options { page, ..options() });
            let image = session
                .render_framed(&Page::new(0, html))
                .unwrap_or_else(|fault| panic!("{engine}: {fault}"));
            assert_eq!(image.dimensions(), page, "{engine}");
            assert!(image.pixels().all(|pixel| pixel.0 == [1, 2, 3]), "{engine}, {page:?}");
        }
    }
}

/// Pages that engines paint differently.
const DIFFERENT: [&str; 3] = [
    ".a{backface-visibility:hidden;transform:rotateY(180deg)}.b{transform:rotateY(45deg)}",
    ".a{perspective:100px;transform-style:preserve-3d}.b{transform:rotateY(45deg)}",
    ".a{transform:rotateY(45deg);transform-origin:50% 50% 40px}.b{transform:rotateY(45deg)}",
];

/// The flags of an engine reach its browser.
#[test]
fn flags_are_used() {
    let _guard = unharmed();
    for engine in ready(&[Kind::Chromium], "flags") {
        let flagged = engine.flag("--force-device-scale-factor=2");
        let mut narrow = options();
        narrow.start_timeout = std::time::Duration::from_secs(30);
        assert!(Session::start(flagged, narrow).is_err(), "two device pixels a CSS pixel are refused");
    }
}

#[test]
fn versions_are_known() {
    let _guard = unharmed();
    for found in installed() {
        assert_eq!(found.is_ready(), found.missing.is_empty());
        if found.is_ready() {
            let version = found.version.expect("an installed engine has a version");
            assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{version}");
        }
    }
}
