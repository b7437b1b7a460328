//! Two-dimensional vectors, against rows of rows: grid and toodee.

use dpgen::DpGen;
use dpgen_field::assert_passing_calls;
use grid::{Grid, Order};
use toodee::{TooDee, TooDeeOps, TranslateOps};

#[derive(DpGen, Clone, Copy, Debug)]
enum Call {
    InsertRow(#[dpgen(range = 0..=2)] usize),
    InsertColumn(#[dpgen(range = 0..=2)] usize),
    RemoveRow(#[dpgen(range = 0..=2)] usize),
    RemoveColumn(#[dpgen(range = 0..=2)] usize),
    FlipRows,
    FlipColumns,
    Transpose,
    RotateLeft,
}

type Rows = Vec<Vec<u8>>;

fn transposed(rows: &Rows) -> Rows {
    (0..rows.first().map_or(0, Vec::len)).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
}

/// Makes a call of rows, with what is inserted or removed, unless it were out of bounds, or more than three rows or columns.
fn change(rows: &mut Rows, call: Call) -> Option<Vec<u8>> {
    let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
    match call {
        Call::InsertRow(index) => {
            (index <= height && height < 3).then_some(())?;
            let len = if height == 0 { 2 } else { width };
            let row: Vec<u8> = (0..9).filter(|item| !rows.concat().contains(item)).take(len).collect();
            rows.insert(index, row.clone());
            Some(row)
        }
        Call::RemoveRow(index) => (index < height).then(|| rows.remove(index)),
        Call::InsertColumn(index) | Call::RemoveColumn(index) => {
            let is_insertion = matches!(call, Call::InsertColumn(_));
            let mut columns = transposed(rows);
            let column = change(
                &mut columns,
                if is_insertion { Call::InsertRow(index) } else { Call::RemoveRow(index) },
            );
            *rows = transposed(&columns);
            column
        }
        Call::FlipRows => Some(Vec::new()).inspect(|_| rows.reverse()),
        Call::FlipColumns => Some(Vec::new()).inspect(|_| rows.iter_mut().for_each(|row| row.reverse())),
        Call::Transpose => Some(Vec::new()).inspect(|_| *rows = transposed(rows)),
        Call::RotateLeft => Some(Vec::new()).inspect(|_| {
            *rows = transposed(rows);
            rows.reverse();
        }),
    }
}

fn check_grid(order: Order) {
    let start = || (Grid::<u8>::new_with_order(0, 0, order), Rows::new());
    let call = |(grid, rows): &mut (Grid<u8>, Rows), call: &Call| {
        let Some(changed) = change(rows, *call) else { return };
        match *call {
            Call::InsertRow(index) => grid.insert_row(index, changed),
            Call::InsertColumn(index) => grid.insert_col(index, changed),
            Call::RemoveRow(index) => assert_eq!(grid.remove_row(index), Some(changed)),
            Call::RemoveColumn(index) => assert_eq!(grid.remove_col(index), Some(changed)),
            Call::FlipRows => grid.flip_rows(),
            Call::FlipColumns => grid.flip_cols(),
            Call::Transpose => grid.transpose(),
            Call::RotateLeft => grid.rotate_left(),
        }
        assert_eq!(grid.iter_rows().map(|row| row.copied().collect()).collect::<Rows>(), *rows);
        assert_eq!(
            grid.iter_cols().map(|column| column.copied().collect()).collect::<Rows>(),
            transposed(rows)
        );
        assert!(grid.indexed_iter().all(|((row, column), item)| rows[row][column] == *item));
        assert_eq!(*grid, Grid::from(rows.clone()));
    };
    let key = |(grid, _): &(Grid<u8>, Rows)| format!("{grid:?} {:?}", grid.order());
    assert_passing_calls(6, 42_336, start, call, key);
}

#[test]
fn a_grid_in_rows_is_rows() {
    check_grid(Order::RowMajor);
}

#[test]
fn a_grid_in_columns_is_rows() {
    check_grid(Order::ColumnMajor);
}

#[test]
fn toodee_is_rows() {
    let call = |(grid, rows): &mut (TooDee<u8>, Rows), call: &Call| {
        if matches!(call, Call::Transpose | Call::RotateLeft) {
            return; // there are none
        }
        let Some(changed) = change(rows, *call) else { return };
        match *call {
            Call::InsertRow(index) => grid.insert_row(index, changed),
            Call::InsertColumn(index) => grid.insert_col(index, changed),
            Call::RemoveRow(index) => assert!(grid.remove_row(index).eq(changed)),
            Call::RemoveColumn(index) => assert!(grid.remove_col(index).eq(changed)),
            Call::FlipRows => grid.flip_rows(),
            _ => grid.flip_cols(),
        }
        assert_eq!(grid.rows().map(<[u8]>::to_vec).collect::<Rows>(), *rows);
        for (index, column) in transposed(rows).iter().enumerate() {
            assert!(grid.col(index).eq(column) && grid.col(index).rev().eq(column.iter().rev()));
            let view = grid.view((index, 0), (index + 1, rows.len()));
            assert!(view.cells().eq(column) && view.cells().rev().eq(column.iter().rev()));
        }
    };
    let key = |(_, rows): &(TooDee<u8>, Rows)| rows.clone();
    assert_passing_calls(6, 30_032, Default::default, call, key);
}
