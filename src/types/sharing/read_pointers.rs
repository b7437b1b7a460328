//! What a [`ValueReader`] notes of pointers, indices and arenas while a value is taken apart: tokens of the nodes that they lead to.

use std::any::TypeId;

use crate::types::sharing::node_tokens::{NodeKey, NodeTokens, Progress};
use crate::types::value::reader::{NotOfScope, ValueReader};
use dpgen_forest::schema::SlotKind;

impl ValueReader<'_> {
    fn node_tokens(&mut self) -> &mut NodeTokens {
        match &mut self.tokens {
            Some(tokens) => tokens,
            None => unreachable!("a field that leads to nodes says so in the schema"),
        }
    }

    /// Takes apart what a pointer holds that is no link; links may lead to it, too.
    pub(crate) fn take_content_apart(
        &mut self,
        key: impl FnOnce() -> NodeKey,
        take_apart: impl FnOnce(&mut Self) -> Result<i64, NotOfScope>,
    ) -> Result<i64, NotOfScope> {
        let is_node = matches!(self.slot(), SlotKind::Recursive(_));
        let Some(tokens) = self.tokens.as_mut().filter(|_| is_node) else { return take_apart(self) };
        let token = tokens.token(key());
        if tokens.progress[token] == Progress::Begun {
            return Err(NotOfScope("a pointer that is no link leads back to what encloses it".to_owned()));
        }
        tokens.progress[token] = Progress::Begun;
        let word = take_apart(self)?;
        self.node_tokens().set_node(token, word);
        Ok(word)
    }

    /// The token of a node, which is taken apart if it was not.
    pub(crate) fn token_of(
        &mut self,
        key: NodeKey,
        take_apart: impl FnOnce(&mut Self) -> Result<i64, NotOfScope>,
    ) -> Result<usize, NotOfScope> {
        let tokens = self.node_tokens();
        let token = tokens.token(key);
        if tokens.progress[token] == Progress::NotYet {
            tokens.progress[token] = Progress::Begun;
            let word = take_apart(self)?;
            self.node_tokens().set_node(token, word);
        }
        Ok(token)
    }

    /// The token of a node of the arena that is being taken apart.
    pub(crate) fn token_in_arena(&mut self, of: TypeId, index: usize) -> Result<usize, NotOfScope> {
        let tokens = self.node_tokens();
        let Some(arena) = tokens.open_arenas.get(&of).copied() else {
            return Err(NotOfScope("an index with `links_to` stands outside of its arena".to_owned()));
        };
        match tokens.arenas[arena].get(index) {
            Some(token) => Ok(*token),
            None => {
                let nodes = tokens.arenas[arena].len();
                Err(NotOfScope(format!("the index {index} leads to none of the {nodes} nodes of its arena")))
            }
        }
    }

    /// Refers to a node, whether it was met or will be.
    pub(crate) fn refer(&mut self, key: NodeKey) -> Result<i64, NotOfScope> {
        let token = self.node_tokens().token(key);
        self.reference = Some(token);
        Ok(0)
    }

    /// Takes the nodes of an arena apart, which links lead to by their indices; returns the first one.
    pub(crate) fn take_arena_apart<N>(
        &mut self,
        of: TypeId,
        nodes: &[N],
        take_apart: impl Fn(&N, &mut Self) -> Result<i64, NotOfScope>,
    ) -> Result<i64, NotOfScope> {
        let slot = self.slot();
        let tokens = self.node_tokens();
        let arena = tokens.arenas.len();
        let all =
            (0..nodes.len()).map(|index| tokens.token(NodeKey::InArena(arena, index))).collect::<Vec<_>>();
        tokens.arenas.push(all.clone());
        let before = tokens.open_arenas.insert(of, arena);
        let mut first = None;
        for (node, token) in nodes.iter().zip(all) {
            self.expect(slot);
            let word = take_apart(node, self)?;
            self.node_tokens().set_node(token, word);
            first.get_or_insert(word);
        }
        let open = &mut self.node_tokens().open_arenas;
        match before {
            Some(arena) => open.insert(of, arena),
            None => open.remove(&of),
        };
        first.ok_or_else(|| NotOfScope("an arena without nodes has no first one".to_owned()))
    }
}
