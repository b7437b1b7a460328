//! Renders many pages in one document, as tiles of its viewport.
//!
//! Loading a page costs more than painting it. So one document stays, with a grid of tiles; each tile is an element
//! with a shadow root, or an iframe, whose contents are replaced. One screenshot then shows as many pages as there
//! are tiles.
//!
//! A tile is not quite a page of its own (see [`Tiling`]). That is why what differs in tiles is rendered again alone.

use serde_json::{Value, json};

use image::imageops::crop_imm;

use crate::browser_error::Fault;
use crate::image_comparison::Image;
use crate::page_capture::PageCapture;
use crate::render_options::{Options, Page, Tiling};
use crate::webdriver_browser::Remote;

/// The document with the tiles.
pub(crate) const TILES_DOCUMENT: &str = include_str!("tiles.html");

const SHOW_TILES_SCRIPT: &str = "show(...arguments);";

/// Renders pages in the document that is open, one image for each, in order. No more than fit.
pub(crate) fn render(
    remote: &Remote,
    capture: &mut PageCapture,
    options: &Options,
    pages: &[Page],
) -> Result<Vec<Image>, Fault> {
    let (columns, rows) = options.grid();
    let texts: Vec<&str> = pages.iter().map(|page| page.html.as_str()).collect();
    let framed = options.tiling == Tiling::Frames;
    let arguments: [Value; 7] = [
        json!(texts),
        json!(columns),
        json!(rows),
        json!(options.page.0),
        json!(options.page.1),
        json!(framed),
        json!(capture.next_stamp()),
    ];
    remote.run(SHOW_TILES_SCRIPT, arguments.to_vec())?;
    let size = (columns * options.page.0, rows * options.page.1);
    Ok(cut(&capture.stamped(remote, size)?, options, pages.len()))
}

/// The first tiles of a viewport, row by row.
pub(crate) fn cut(viewport: &Image, options: &Options, count: usize) -> Vec<Image> {
    let (columns, rows) = options.grid();
    let (width, height) = options.page;
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column * width, row * height)));
    places.take(count).map(|(x, y)| crop_imm(viewport, x, y, width, height).to_image()).collect()
}

/// The part of a page's own viewport that is compared.
pub(crate) fn corner(viewport: &Image, options: &Options) -> Image {
    crop_imm(viewport, 0, 0, options.page.0, options.page.1).to_image()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn tiles_are_cut_row_by_row() {
        let options = Options { page: (200, 150), viewport: (650, 320), ..Options::default() };
        let level = |x: u32, y: u32| u8::try_from((y / 150) * 3 + x / 200).unwrap_or(255);
        let viewport = Image::from_fn(650, 320, |x, y| Rgb([level(x, y), 0, 0]));
        let images = cut(&viewport, &options, 5);
        assert_eq!(images.len(), 5);
        for (place, image) in (0_u8..).zip(&images) {
            assert_eq!(image.dimensions(), (200, 150));
            assert!(image.pixels().all(|pixel| pixel.0[0] == place), "tile {place}");
        }
        assert_eq!(corner(&viewport, &options), images[0]);
    }
}
