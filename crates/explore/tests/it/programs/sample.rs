//! A reconstruction of the program in the paper on Tardis (arXiv 2005.09317): its listing is lost in the copies at hand, and the text
//! contradicts itself on one line. A constructor takes five integers and ten that must not be negative; `run` goes over the
//! five and does one of two things at each, so that there are 2^5 paths, of which one, where all five ascend, fails.

use dpgen::prelude::*;

/// The arguments of the constructor.
#[derive(DpGen, Debug)]
pub struct Sample {
    #[dpgen(range = -100..=100)]
    a: [Int; 5],
    #[dpgen(range = 0..=100)]
    b: [Int; 10],
}

/// The same object as a tool sees it that knows no constructor: the array has a length that is nothing but a number, and what must not
/// be negative may be. A path of [`run_unknown`] has eleven clauses, five of values and six of the length, none of which a valid
/// object can turn round.
#[derive(DpGen, Debug)]
#[dpgen(rep_ok = is_constructed)]
pub struct Unknown {
    #[dpgen(range = -100..=100)]
    a: [Int; 5],
    #[dpgen(range = -100..=100)]
    b: [Int; 10],
    #[dpgen(range = 0..=100)]
    length: Int,
}

fn is_constructed(object: UnknownView) -> bool {
    object.length == 5 && object.b.view().iter().all(|value| *value >= 0)
}

/// Whether all values of an array of such a length ascend.
pub fn run_unknown(object: &Unknown) -> bool {
    let mut ascends = true;
    let mut last = Int::from(-101);
    for index in 0_u8.. {
        if Int::from(i64::from(index)) >= object.length {
            break;
        }
        let Some(value) = object.a.get(usize::from(index)) else { break };
        if *value > last + 3 {
            last = last + 3;
        } else {
            ascends = false;
        }
    }
    ascends
}

/// Whether all five ascend.
#[dpgen::cover]
pub fn run(sample: &Sample) -> bool {
    assert!(sample.b.iter().all(|value| value.known().is_some_and(|known| known >= 0) || *value >= 0));
    let mut ascends = true;
    let mut last = Int::from(-101);
    for value in sample.a {
        if value > last + 3 {
            last = last + 3;
        } else {
            ascends = false;
        }
    }
    ascends
}
