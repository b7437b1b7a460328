//! [`Frame`]: what the names of an expression mean while it is evaluated.

use std::sync::Arc;

use dpgen_engine::predicate_run::{ContextWords, Handle, Layer, context, number_of_node};

use crate::compiled_program::Program;

/// What the names of an expression mean: a layer of a type, and its context.
#[derive(Clone, Copy)]
pub(crate) struct Frame<'a> {
    pub(crate) program: &'a Arc<Program>,
    pub(crate) ty: u32,
    /// The layer; none for an expression that reads the context and parameters alone.
    pub(crate) layer: Option<&'a Layer>,
    pub(crate) words: FrameContext<'a>,
}

/// Where the words of a frame's context are.
#[derive(Clone, Copy)]
pub(crate) enum FrameContext<'a> {
    /// They are asked of the run when they are read.
    Of(Handle),
    /// Here.
    Words(&'a [i64]),
}

impl<'a> Frame<'a> {
    /// The frame of a node, which has been looked into.
    #[inline]
    pub(crate) const fn new(program: &'a Arc<Program>, ty: u32, handle: Handle, layer: &'a Layer) -> Self {
        Self { program, ty, layer: Some(layer), words: FrameContext::Of(handle) }
    }

    #[inline]
    pub(crate) fn layer(&self) -> &'a Layer {
        self.layer.unwrap_or_else(|| unreachable!("the compiler reads fields only where there is a layer"))
    }

    /// The number of the node at hand among those of its type.
    pub(crate) fn node_number(&self) -> i64 {
        match self.words {
            FrameContext::Of(handle) => number_of_node(handle).unwrap_or_default(),
            // Rules of a node type see it behind the values of the context.
            FrameContext::Words(words) => words.last().copied().unwrap_or_default(),
        }
    }

    /// The words of the context.
    pub(crate) fn context(&self) -> ContextWords {
        match self.words {
            FrameContext::Of(handle) => context(handle),
            FrameContext::Words(words) => words.into(),
        }
    }
}
