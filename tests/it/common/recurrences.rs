//! Counts that no table has, worked out by recurrences over sizes and keys.

/// C(n, k).
pub fn choose(n: u32, k: u32) -> u128 {
    (0..u128::from(k)).fold(1, |product, i| product * (u128::from(n) - i) / (i + 1))
}

/// Shapes of red-black trees by size, with any root and with a black one: by size, black height and colour.
pub fn red_black_shapes(max_size: usize) -> Vec<(u128, u128)> {
    let heights = usize::try_from(max_size.ilog2()).unwrap() + 2;
    // [size][black height] of trees with a red and with a black root; the empty tree is black, of height 0.
    let mut red = vec![vec![0_u128; heights + 1]; max_size + 1];
    let mut black = red.clone();
    black[0][0] = 1;
    for size in 1..=max_size {
        for height in 0..=heights {
            for left in 0..size {
                let right = size - 1 - left;
                red[size][height] += black[left][height] * black[right][height];
                if let Some(below) = height.checked_sub(1) {
                    let any = |size: usize| red[size][below] + black[size][below];
                    black[size][height] += any(left) * any(right);
                }
            }
        }
    }
    let total = |of: &[u128]| of.iter().sum::<u128>();
    red.iter().zip(&black).map(|(red, black)| (total(red) + total(black), total(black))).collect()
}

/// Max-heaps on a complete binary tree of so many cells, with values `0..=most`: the value of the first cell
/// bounds those of both subtrees, which are complete as well.
pub fn heaps(cells: usize, most: usize) -> u128 {
    let Some(rest) = cells.checked_sub(1) else { return 1 };
    // The last level of a tree of `full` cells has `last` places, of which the left subtree takes half first.
    let last = (cells + 1).next_power_of_two() / 2;
    let above = last - 1;
    let left = (above.saturating_sub(1)) / 2 + (cells - above).min(last / 2);
    (0..=most).map(|value| heaps(left, value) * heaps(rest - left, value)).sum()
}

/// Fibonacci heaps of exactly so many nodes, with keys `0..keys`.
pub fn fibonacci_heaps(nodes: usize, keys: usize) -> u128 {
    if nodes == 0 {
        return 1;
    }
    let forests = forests(nodes, keys);
    let mut total = 0;
    for (key, of_key) in forests.iter().enumerate() {
        // The marked tree, and the trees before and after it, whose roots are not less.
        for tree in 1..=nodes {
            for before in 0..=nodes - tree {
                total += of_key[before] * forests[key][tree - 1] * of_key[nodes - tree - before];
            }
        }
    }
    total
}

/// By least key of a root, and by nodes: sequences of trees whose roots have at least that key. A tree is its key
/// and a sequence of children whose keys are at least its own.
fn forests(nodes: usize, keys: usize) -> Vec<Vec<u128>> {
    let mut forests = vec![vec![0_u128; nodes + 1]; keys];
    for size in 0..=nodes {
        for key in 0..keys {
            forests[key][size] = if size == 0 {
                1
            } else {
                (1..=size)
                    .map(|tree| {
                        let first: u128 = (key..keys).map(|root| forests[root][tree - 1]).sum();
                        first * forests[key][size - tree]
                    })
                    .sum()
            };
        }
    }
    forests
}
