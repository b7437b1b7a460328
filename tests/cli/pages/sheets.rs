//! Every style sheet of a size: blocks are picked from a list of all declarations.

use super::model::{Declaration, Rule};

const CALLS: [&str; 16] = [
    "rotateY(45deg)",
    "rotateX(180deg)",
    "translate3d(0,0,50px)",
    "perspective(100px)",
    "rotateZ(30deg)",
    "scale(-.5,1)",
    "skew(20deg)",
    "rotate3d(1,1,0,60deg)",
    "rotate(45deg)",
    "translate(30px,10px)",
    "rotateY(180deg)",
    "rotateX(45deg)",
    "translate3d(0,0,-50px)",
    "rotate3d(0,0,0,45deg)",
    "scale(0)",
    "skew(90deg)",
];

/// What bounds style sheets; `values` are those of the five properties in the order of the alphabet.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    pub declarations: usize,
    pub functions: usize,
    pub prefixed: bool,
    pub values: [usize; 5],
}

/// The sheets of so many rules with this size.
pub fn sheets(rules: usize, size: usize, bounds: Budget) -> Vec<Vec<Rule>> {
    let all = declarations(bounds);
    let mut sheets: Vec<(Vec<Rule>, usize)> = vec![(Vec::new(), 0)];
    for class in 1..=rules {
        let mut longer = Vec::new();
        for (sheet, before) in &sheets {
            for (block, weight) in blocks(&all, size - before, bounds.declarations) {
                let mut sheet = sheet.clone();
                sheet.push(Rule { class: format!("c{class}"), block });
                longer.push((sheet, before + weight));
            }
        }
        sheets = longer;
    }
    sheets.into_iter().filter(|(_, weight)| *weight == size).map(|(sheet, _)| sheet).collect()
}

/// Every declaration with its weight, sorted by property; the values of one property stand together.
pub fn declarations(bounds: Budget) -> Vec<(Declaration, usize)> {
    let lists: [(&str, &[&str]); 4] = [
        ("backface-visibility", &["hidden", "visible"]),
        ("perspective", &["100px", "none", "30px", "0"]),
        ("transform-origin", &["0 0", "50% 50% 40px", "100% 50%", "right bottom -20px"]),
        ("transform-style", &["preserve-3d", "flat"]),
    ];
    let [backface, perspective, transform, origin, style] = bounds.values;
    let mut all: Vec<(Declaration, usize)> = Vec::new();
    for prefix in ["", "-webkit-"].into_iter().take(if bounds.prefixed { 2 } else { 1 }) {
        for ((property, values), number) in lists.into_iter().zip([backface, perspective, origin, style]) {
            let values = values.iter().take(number);
            all.extend(values.map(|value| ((format!("{prefix}{property}"), (*value).to_owned()), 1)));
        }
        let mut chains: Vec<Vec<&str>> = vec![Vec::new()];
        for length in 1..=bounds.functions {
            let longer = |chain: &Vec<&'static str>| {
                let chain = chain.clone();
                CALLS.into_iter().take(transform).map(move |call| [chain.clone(), vec![call]].concat())
            };
            chains = chains.iter().flat_map(longer).collect();
            let property = format!("{prefix}transform");
            all.extend(chains.iter().map(|chain| ((property.clone(), chain.join(" ")), length)));
        }
    }
    all.sort();
    all
}

/// Every block of at most so many declarations and this weight, its properties ascending.
pub fn blocks(all: &[(Declaration, usize)], weight: usize, most: usize) -> Vec<(Vec<Declaration>, usize)> {
    let mut found: Vec<(Vec<Declaration>, usize)> = Vec::new();
    let mut open: Vec<(Vec<Declaration>, usize)> = vec![(Vec::new(), 0)];
    while let Some((block, before)) = open.pop() {
        if !block.is_empty() {
            found.push((block.clone(), before));
        }
        if block.len() == most {
            continue;
        }
        for (declaration, own) in all {
            let later = block.last().is_none_or(|(property, _)| *property < declaration.0);
            if later && before + own <= weight {
                open.push(([block.clone(), vec![declaration.clone()]].concat(), before + own));
            }
        }
    }
    found
}
