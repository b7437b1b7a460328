//! Karel programs as structures of dpgen: a language with loops, branches and no variables, in which a hero walks on a grid of
//! cells, some of them walls, some with markers on them.
//!
//! Pattis, "Karel the Robot" (1981); Bunel et al., "Leveraging Grammar and Reinforcement Learning for Neural Program Synthesis"
//! (ICLR 2018), have the grammar that papers on programs use since.

use std::fmt;

use dpgen::prelude::*;
use dpgen::scope;

/// Statements, one after the other. Only programs with as many conditions as the parameter `conditions` says are wanted,
/// and none that does something and undoes it.
#[derive(DpGen, Debug, Clone, PartialEq, Eq)]
#[dpgen(rep_ok = is_sensible, root_ok = has_conditions, params = [conditions])]
pub enum Block {
    /// Nothing more.
    End,
    /// A statement, and those after it.
    #[dpgen(weight = 0)]
    Then(Statement, Box<Block>),
}

/// What the hero does.
#[derive(DpGen, Debug, Clone, PartialEq, Eq)]
#[dpgen(rep_ok = has_bodies)]
pub enum Statement {
    /// One cell ahead; a wall ends the run.
    #[dpgen(weight = 1)]
    Move,
    #[dpgen(weight = 1)]
    TurnLeft,
    #[dpgen(weight = 1)]
    TurnRight,
    /// Takes a marker; where there is none, the run ends.
    #[dpgen(weight = 1)]
    Pick,
    #[dpgen(weight = 1)]
    Put,
    While(Condition, Box<Block>),
    Repeat(#[dpgen(range = 2..=5)] i64, Box<Block>),
    If(Condition, Box<Block>),
    IfElse(Condition, Box<Block>, Box<Block>),
}

/// What the hero sees, or does not see.
#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq)]
#[dpgen(weight = 0)]
pub struct Condition {
    pub not: bool,
    pub sight: Sight,
}

/// Where the hero looks: whether a cell is free, or whether there are markers.
#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    Front,
    Left,
    Right,
    Markers,
}

fn is_sensible(block: BlockView) -> bool {
    let BlockView::Then(first, rest) = block else { return true };
    !matches!((first.get(turn), rest.get(first_turn)), (Some(one), Some(next)) if one + next == 0)
}

/// What a statement does that another one undoes: numbers of which the sum is 0.
fn turn(statement: StatementView) -> Option<i64> {
    match statement {
        StatementView::TurnLeft => Some(-1),
        StatementView::TurnRight => Some(1),
        _ => None,
    }
}

fn first_turn(block: BlockView) -> Option<i64> {
    let BlockView::Then(first, _) = block else { return None };
    first.get(turn)
}

fn has_bodies(statement: StatementView) -> bool {
    let is_something = |block: Ref<Block>| matches!(block.view(), BlockView::Then(..));
    match statement {
        StatementView::While(_, body) | StatementView::Repeat(_, body) | StatementView::If(_, body) => {
            is_something(body)
        }
        StatementView::IfElse(_, then, other) => is_something(then) && is_something(other),
        _ => true,
    }
}

fn has_conditions(block: BlockView) -> bool {
    scope().param("conditions") == Some(i64::from(conditions(block)))
}

/// How many conditions a block has.
fn conditions(block: BlockView) -> u32 {
    let BlockView::Then(first, rest) = block else { return 0 };
    first.get(conditions_of) + rest.get(conditions)
}

fn conditions_of(statement: StatementView) -> u32 {
    match statement {
        StatementView::While(_, body) | StatementView::If(_, body) => 1 + body.get(conditions),
        StatementView::Repeat(_, body) => body.get(conditions),
        StatementView::IfElse(_, then, other) => 1 + then.get(conditions) + other.get(conditions),
        _ => 0,
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut block = self;
        while let Self::Then(statement, rest) = block {
            write!(f, "{statement}")?;
            if !matches!(**rest, Self::End) {
                f.write_str("; ")?;
            }
            block = rest;
        }
        Ok(())
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move => f.write_str("move"),
            Self::TurnLeft => f.write_str("turnLeft"),
            Self::TurnRight => f.write_str("turnRight"),
            Self::Pick => f.write_str("pickMarker"),
            Self::Put => f.write_str("putMarker"),
            Self::While(condition, body) => write!(f, "while {condition} {{ {body} }}"),
            Self::Repeat(times, body) => write!(f, "repeat {times} {{ {body} }}"),
            Self::If(condition, body) => write!(f, "if {condition} {{ {body} }}"),
            Self::IfElse(condition, then, other) => {
                write!(f, "if {condition} {{ {then} }} else {{ {other} }}")
            }
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sight = match self.sight {
            Sight::Front => "frontIsClear",
            Sight::Left => "leftIsClear",
            Sight::Right => "rightIsClear",
            Sight::Markers => "markersPresent",
        };
        write!(f, "{}{sight}", if self.not { "not " } else { "" })
    }
}
