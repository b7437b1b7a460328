//! Every page of the spec `css-table` of a size: all ways to put cells with spans into rows and row groups, of which HTML's
//! algorithm for forming a table keeps those without an error; then all ways to give boxes their declarations.

use std::collections::BTreeMap;

use super::model::{Declaration, Element, block};
use super::sheets::blocks;

/// The kinds of boxes that have declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BoxKind {
    Table,
    Caption,
    Column,
    RowOrGroup,
    Cell,
}

use BoxKind::{Caption, Cell, Column, RowOrGroup, Table};

/// A property, its parameter's default, its values, and the boxes on which it means something.
const PROPERTIES: [(&str, usize, &[&str], &[BoxKind]); 13] = [
    ("background", 1, &["gold"], &[Table, Caption, Column, RowOrGroup, Cell]),
    (
        "border",
        2,
        &["6px solid navy", "4px dashed red", "hidden"],
        &[Table, Caption, Column, RowOrGroup, Cell],
    ),
    ("border-collapse", 1, &["collapse"], &[Table]),
    ("border-spacing", 1, &["12px 4px", "0"], &[Table]),
    ("caption-side", 1, &["bottom"], &[Caption]),
    ("direction", 1, &["rtl"], &[Table, Caption]),
    ("height", 2, &["60px", "50%", "min-content"], &[Table, Caption, RowOrGroup, Cell]),
    ("padding", 1, &["8px 16px", "10%"], &[Table, Caption, Cell]),
    ("table-layout", 1, &["fixed"], &[Table]),
    ("vertical-align", 2, &["bottom", "baseline", "top"], &[Cell]),
    ("visibility", 1, &["collapse", "hidden"], &[Column, RowOrGroup]),
    ("width", 2, &["50%", "120px", "min-content"], &[Table, Caption, Column, Cell]),
    ("writing-mode", 1, &["vertical-rl", "vertical-lr"], &[Table, Caption, Cell]),
];

/// What bounds pages.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    pub columns: usize,
    pub row_groups: usize,
    pub column_span: usize,
    pub row_span: usize,
    pub captions: bool,
    pub column_elements: bool,
    pub declarations: usize,
    /// Whether every value is taken, not only those that are by default.
    pub every_value: bool,
}

impl Budget {
    /// The bounds of the spec's defaults, up to the values of properties.
    pub const DEFAULT: Self = Self {
        columns: 3,
        row_groups: 2,
        column_span: 2,
        row_span: 2,
        captions: true,
        column_elements: true,
        declarations: 2,
        every_value: false,
    };

    /// The parameters that make these bounds.
    pub fn params(&self) -> Vec<(String, i64)> {
        let number = |number: usize| i64::try_from(number).unwrap();
        let values = PROPERTIES.iter().filter(|_| self.every_value);
        let values = values.map(|(name, _, values, _)| (name.replace('-', "_"), number(values.len())));
        let others = [
            ("columns", number(self.columns)),
            ("row_groups", number(self.row_groups)),
            ("column_span", number(self.column_span)),
            ("row_span", number(self.row_span)),
            ("captions", i64::from(self.captions)),
            ("column_elements", i64::from(self.column_elements)),
            ("declarations", number(self.declarations)),
        ];
        values.chain(others.map(|(name, value)| (name.to_owned(), value))).collect()
    }
}

/// How many columns and rows a cell spans.
type Spans = (usize, usize);
/// The cells of a table by row group and row.
pub type Grid = Vec<Vec<Vec<Spans>>>;

/// The tables of so many cells, each with its number of columns.
pub fn grids(cells: usize, bounds: Budget) -> Vec<(Grid, usize)> {
    let mut grids: Vec<Grid> = vec![Vec::new()];
    for _ in 0..cells {
        grids = grids.iter().flat_map(|grid| longer(grid, bounds)).collect();
    }
    let formed = grids.into_iter().filter_map(|grid| form(&grid).map(|width| (grid, width)));
    formed.filter(|(grid, width)| *width <= bounds.columns && grid.len() <= bounds.row_groups).collect()
}

/// A table with a cell more: at the end of its last row, in a new row, or in a new row group.
fn longer(grid: &Grid, bounds: Budget) -> Vec<Grid> {
    let mut all = Vec::new();
    for across in 1..=bounds.column_span {
        for down in 1..=bounds.row_span {
            let cell = (across, down);
            let mut with_group = grid.clone();
            with_group.push(vec![vec![cell]]);
            all.push(with_group);
            let (mut with_row, mut with_cell) = (grid.clone(), grid.clone());
            if let (Some(rows), Some(cells)) =
                (with_row.last_mut(), with_cell.last_mut().and_then(|rows| rows.last_mut()))
            {
                rows.push(vec![cell]);
                cells.push(cell);
                all.extend([with_row, with_cell]);
            }
        }
    }
    all
}

/// HTML's algorithm for forming a table: its number of columns, unless there is an error or an empty slot.
fn form(grid: &Grid) -> Option<usize> {
    let mut widths = Vec::new();
    // The columns in which a cell begins.
    let mut begun = BTreeMap::new();
    for rows in grid {
        let mut slots = BTreeMap::new();
        for (y, cells) in rows.iter().enumerate() {
            let mut x = 0;
            for (across, down) in cells {
                while slots.contains_key(&(x, y)) {
                    x += 1;
                }
                begun.insert(x, ());
                for slot in (x..x + across).flat_map(|x| (y..y + down).map(move |y| (x, y))) {
                    let is_taken = slots.insert(slot, ()).is_some();
                    if is_taken || slot.1 >= rows.len() {
                        return None;
                    }
                }
            }
        }
        let width = slots.keys().map(|(x, _)| x + 1).max()?;
        if slots.len() != width * rows.len() {
            return None;
        }
        widths.push(width);
    }
    let width = *widths.first()?;
    (widths.iter().all(|one| *one == width) && begun.len() == width).then_some(width)
}

/// The tables of this size.
pub fn pages(size: usize, bounds: Budget) -> Vec<Element> {
    let mut all = Vec::new();
    for cells in 1..=size {
        for (grid, width) in grids(cells, bounds) {
            for caption in 0..=usize::from(bounds.captions) {
                for columns in 0..=if bounds.column_elements { width } else { 0 } {
                    if let Some(free) = size.checked_sub(cells + caption + columns) {
                        all.extend(styled(&table(&grid, caption, columns), free, bounds));
                    }
                }
            }
        }
    }
    let last_is_styled = |table: &Element| {
        let group = table.children.iter().find(|child| child.tag == "colgroup");
        group.and_then(|group| group.children.last()).is_none_or(|column| !column.attributes.is_empty())
    };
    all.retain(last_is_styled);
    all
}

/// A table without declarations.
fn table(grid: &Grid, captions: usize, columns: usize) -> Element {
    let mut children = vec![element("caption", Vec::new()); captions];
    if columns > 0 {
        children.push(element("colgroup", vec![element("col", Vec::new()); columns]));
    }
    children.extend(grid.iter().map(|rows| {
        let rows = rows.iter().map(|cells| element("tr", cells.iter().map(|spans| cell(*spans)).collect()));
        element("tbody", rows.collect())
    }));
    element("table", children)
}

fn cell((across, down): Spans) -> Element {
    let spans = [("colspan", across), ("rowspan", down)];
    let spans = spans.into_iter().filter(|(_, number)| *number > 1);
    let attributes = spans.map(|(name, number)| (name.to_owned(), number.to_string())).collect();
    Element { attributes, ..element("td", Vec::new()) }
}

fn element(tag: &str, children: Vec<Element>) -> Element {
    Element { tag: tag.to_owned(), children, ..Element::default() }
}

/// Every way to give an element and those in it so many declarations.
fn styled(element: &Element, weight: usize, bounds: Budget) -> Vec<Element> {
    let kind = match element.tag.as_str() {
        "table" => Some(Table),
        "caption" => Some(Caption),
        "col" => Some(Column),
        "tbody" | "tr" => Some(RowOrGroup),
        "td" => Some(Cell),
        _ => None,
    };
    let mut own = vec![(element.clone(), weight)];
    for (found, used) in kind.map(|kind| styles(kind, weight, bounds)).unwrap_or_default() {
        let mut element = element.clone();
        element.attributes.push(("style".to_owned(), block(&found)));
        own.push((element, weight - used));
    }
    let mut all = Vec::new();
    for (element, left) in own {
        for children in styled_rows(&element.children, left, bounds) {
            all.push(Element { children, ..element.clone() });
        }
    }
    all
}

/// The same for elements beside each other.
fn styled_rows(elements: &[Element], weight: usize, bounds: Budget) -> Vec<Vec<Element>> {
    let Some((first, rest)) = elements.split_first() else {
        return if weight == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = Vec::new();
    for own in 0..=weight {
        let rests = styled_rows(rest, weight - own, bounds);
        for first in styled(first, own, bounds) {
            all.extend(rests.iter().map(|rest| [vec![first.clone()], rest.clone()].concat()));
        }
    }
    all
}

/// The blocks of declarations that a box may have.
fn styles(kind: BoxKind, weight: usize, bounds: Budget) -> Vec<(Vec<Declaration>, usize)> {
    let mut all: Vec<(Declaration, usize)> = Vec::new();
    for (property, default, values, _) in PROPERTIES.iter().filter(|(.., on)| on.contains(&kind)) {
        let number = if bounds.every_value { values.len() } else { *default };
        let values = values.iter().take(number);
        all.extend(values.map(|value| (((*property).to_owned(), (*value).to_owned()), 1)));
    }
    blocks(&all, weight, bounds.declarations)
}

/// The counts that the spec states for tables of cells alone.
#[test]
fn tables_of_cells_are_counted() {
    let bounds = Budget {
        columns: 3,
        row_groups: 2,
        column_span: 2,
        row_span: 2,
        captions: false,
        column_elements: false,
        declarations: 0,
        every_value: false,
    };
    let numbers = |bounds| [1, 2, 3, 4, 5, 6].map(|cells| grids(cells, bounds).len());
    assert_eq!(numbers(bounds), [1, 3, 10, 36, 103, 322]);
    assert_eq!(numbers(Budget { column_span: 1, row_span: 1, ..bounds }), [1, 3, 4, 6, 5, 11]);
}
