//! Images from the screen beside the screenshots of drivers, of the same pages. Where they differ, the driver's is not what a user
//! sees: that is reported as the driver's.

use dpgen_browsers::{Capture, Image, Kind, Options, Page, Session, Thresholds, Tiling, difference, vote};

use crate::pages::{filled, nested, plain};
use crate::support::{options, ready, say, session_with, unharmed};

const KINDS: [Kind; 3] = [Kind::Chromium, Kind::Firefox, Kind::WebKit];

/// Style sheets of pages that geckodriver is known to paint in another way than Firefox does on its screen, and whose screens
/// agree in all engines.
const ONLY_IN_SCREENSHOTS: [&str; 2] = [
    ".a{perspective:100px;transform-style:preserve-3d}.b{transform:rotateY(45deg)}",
    ".a{transform:rotateX(180deg);transform-style:preserve-3d}.b{backface-visibility:hidden}",
];

fn alone(session: &mut Session, page: &Page) -> Image {
    session.render_alone(page).unwrap_or_else(|fault| panic!("{}: {fault}", page.html))
}

/// The kind of the difference of two images, if it counts.
fn counted(screen: &Image, driver: &Image) -> Option<String> {
    let thresholds = Thresholds::default();
    let found = difference(screen, driver, &thresholds).filter(|found| thresholds.counts(found.kind()))?;
    Some(format!("{} ({} pixels)", found.kind(), found.pixels))
}

#[test]
fn screens_and_screenshots_agree_but_for_what_drivers_paint_otherwise() {
    let _guard = unharmed();
    let mut pages: Vec<Page> = plain(4);
    pages.push(filled(4, [1, 2, 3]));
    pages.push(nested(5, ".a{transform:rotate(20deg)}"));
    pages.push(nested(6, "body{margin:20px}.b{margin:7px}"));
    pages.push(nested(7, ".a{perspective:100px}.b{transform:rotateY(45deg)}"));
    pages.extend((8..).zip(ONLY_IN_SCREENSHOTS).map(|(id, sheet)| nested(id, sheet)));
    let mut screens: Vec<Vec<Image>> = Vec::new();
    for engine in ready(&KINDS, "screens and screenshots") {
        let session = |capture| session_with(&engine, Options { capture, ..options() });
        let (mut screen, mut driver) = (session(Capture::Screen), session(Capture::Driver));
        let mut images = Vec::new();
        for page in &pages {
            let (seen, shot) = (alone(&mut screen, page), alone(&mut driver, page));
            if let Some(found) = counted(&seen, &shot) {
                say(&format!(
                    "the driver's, not the browser's: {engine} {}: {found}: {}",
                    screen.version(),
                    page.html
                ));
                // Only geckodriver is known for it.
                let known = engine.kind() == Kind::Firefox && page.id >= 8;
                assert!(known, "{engine}: {found}: {}", page.html);
            }
            images.push(seen);
        }
        let tiled: Vec<Image> = screen.render_tiles(&pages).into_iter().map(Result::unwrap).collect();
        for ((page, seen), tile) in pages.iter().zip(&images).zip(&tiled) {
            assert_eq!(counted(seen, tile), None, "{engine}: {}", page.html);
        }
        screens.push(images);
    }
    if screens.len() == KINDS.len() {
        for (place, page) in pages.iter().enumerate() {
            let images: Vec<Image> = screens.iter().map(|images| images[place].clone()).collect();
            assert!(vote(&images, &Thresholds::default()).vote().agree(), "{}", page.html);
        }
    }
}

/// Images are never of the page before, nor of a half of it, however often pages change and whatever they show: also the colour
/// by which captures cover the window.
#[test]
fn every_image_is_of_its_page() {
    let _guard = unharmed();
    for engine in ready(&KINDS, "images of many pages") {
        for tiling in [Tiling::Shadow, Tiling::Frames] {
            let mut session = session_with(&engine, Options { tiling, ..options() });
            let colours: Vec<[u8; 3]> = (0..40_u8)
                .map(|step| [step * 6, 255 - step * 6, (step % 2) * 255])
                .chain([[0xe6, 0x01, 0xf3]])
                .collect();
            let pages: Vec<Page> = (0..).zip(&colours).map(|(id, colour)| filled(id, *colour)).collect();
            let is_filled = |image: &Image, colour: &[u8; 3]| image.pixels().all(|pixel| pixel.0 == *colour);
            for (page, colour) in pages.iter().zip(&colours) {
                assert!(is_filled(&alone(&mut session, page), colour), "{engine}, alone: {colour:?}");
            }
            for (page, colour) in pages.iter().zip(&colours) {
                let framed = session.render_framed(page).unwrap();
                assert!(is_filled(&framed, colour), "{engine}, in a frame: {colour:?}");
            }
            for (tile, colour) in session.render_tiles(&pages).into_iter().zip(&colours) {
                assert!(is_filled(&tile.unwrap(), colour), "{engine}, {tiling:?}: {colour:?}");
            }
            assert_eq!(session.restarts(), 0, "{engine}");
        }
    }
}

/// No pointer is over a page.
#[test]
fn nothing_hovers() {
    let _guard = unharmed();
    let html =
        "<!DOCTYPE html><style>body{margin:0;height:100vh;background:lime}body:hover{background:red}</style>";
    for engine in ready(&KINDS, "pointers") {
        let options = Options { page: (1500, 1000), viewport: (1536, 1024), ..options() };
        let image = alone(&mut session_with(&engine, options), &Page::new(0, html));
        assert!(image.pixels().all(|pixel| pixel.0 == [0, 255, 0]), "{engine}");
    }
}
