//! The graph of one procedure while it is being lowered, and its clean-up.
//!
//! Lowering makes locations and `Skip` edges freely. When a procedure is complete, unreachable parts are dropped and `Skip`
//! edges that join two locations into one are contracted, so that the program shows what the source does and little else.

use std::sync::Arc;

use crate::cfa::{ErrorInfo, Expr, LocId, Op, ProcId, ProgramBuilder};
use crate::front::source::Span;

/// A location of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node(u32);

#[derive(Clone, Default, Debug)]
struct NodeData {
    span: Option<Span>,
    is_loop: bool,
    error: Option<ErrorInfo>,
    incoming: u32,
    outgoing: u32,
}

#[derive(Clone, Debug)]
struct EdgeData {
    src: Node,
    dst: Node,
    op: Op,
    span: Option<Span>,
}

#[derive(Debug)]
pub(super) struct Graph {
    nodes: Vec<NodeData>,
    edges: Vec<EdgeData>,
    /// Where code is being added; `None` behind a jump, where nothing can be reached.
    current: Option<Node>,
}

const ENTRY: Node = Node(0);
const EXIT: Node = Node(1);

impl Graph {
    /// An entry and an exit; code is added at the entry.
    pub fn new() -> Graph {
        Graph { nodes: vec![NodeData::default(), NodeData::default()], edges: Vec::new(), current: Some(ENTRY) }
    }

    pub fn node(&mut self) -> Node {
        self.nodes.push(NodeData::default());
        Node(self.nodes.len() as u32 - 1)
    }

    pub fn is_live(&self) -> bool {
        self.current.is_some()
    }

    /// Code is now added at `node`.
    pub fn resume(&mut self, node: Node) {
        self.current = Some(node);
    }

    /// Where code is being added, to come back to with [`Graph::restore`].
    pub fn position(&self) -> Option<Node> {
        self.current
    }

    pub fn restore(&mut self, position: Option<Node>) {
        self.current = position;
    }

    /// Code is now added at `node`, unless nothing can be reached.
    pub fn resume_if_live(&mut self, node: Node) {
        if self.current.is_some() {
            self.current = Some(node);
        }
    }

    /// What follows cannot be reached.
    pub fn stop(&mut self) {
        self.current = None;
    }

    /// Gives the current location a source, unless it has one.
    pub fn mark(&mut self, span: Span) {
        if let Some(node) = self.current {
            self.nodes[node.0 as usize].span.get_or_insert(span);
        }
    }

    pub fn mark_loop(&mut self, node: Node, span: Span) {
        let data = &mut self.nodes[node.0 as usize];
        data.is_loop = true;
        data.span = Some(span);
    }

    pub fn mark_label(&mut self, node: Node, span: Span) {
        self.nodes[node.0 as usize].span = Some(span);
    }

    /// Adds an edge from the current location to a fresh one.
    pub fn emit(&mut self, op: Op, span: Span) {
        if self.current.is_some() {
            let next = self.node();
            self.emit_to(op, next, span);
            self.current = Some(next);
        }
    }

    /// Adds an edge from the current location, which stays the current one.
    pub fn emit_to(&mut self, op: Op, dst: Node, span: Span) {
        if let Some(src) = self.current {
            self.nodes[src.0 as usize].outgoing += 1;
            self.nodes[dst.0 as usize].incoming += 1;
            self.edges.push(EdgeData { src, dst, op, span: Some(span) });
        }
    }

    /// Goes on at `dst`, and nowhere else.
    pub fn jump(&mut self, dst: Node, span: Span) {
        self.emit_to(Op::Skip, dst, span);
        self.stop();
    }

    /// Splits on a condition. A constant one has only one way.
    pub fn split(&mut self, condition: Expr, then: Node, otherwise: Node, span: Span) {
        match condition {
            Expr::TRUE => self.emit_to(Op::Skip, then, span),
            Expr::FALSE => self.emit_to(Op::Skip, otherwise, span),
            condition => {
                self.emit_to(Op::Assume(condition.clone()), then, span);
                self.emit_to(Op::Assume(condition.negated()), otherwise, span);
            }
        }
        self.stop();
    }

    pub fn leave(&mut self, span: Span) {
        self.jump(EXIT, span);
    }

    pub fn error(&mut self, error: ErrorInfo, span: Span) {
        let node = self.node();
        self.nodes[node.0 as usize].span = error.span;
        self.nodes[node.0 as usize].error = Some(error);
        self.jump(node, span);
    }

    pub fn unsupported(&mut self, reason: Arc<str>, span: Span) {
        self.emit(Op::Unsupported(reason), span);
    }

    // ------------------------------------------------------------------------------------------------------------- clean-up

    /// Cleans the graph up and hands it to the program.
    pub fn finish(mut self, proc: ProcId, builder: &mut ProgramBuilder) {
        self.drop_unreachable();
        let alias = self.contract();
        let mut locs: Vec<Option<LocId>> = vec![None; self.nodes.len()];
        locs[ENTRY.0 as usize] = Some(builder.proc_ref(proc).entry);
        locs[EXIT.0 as usize] = Some(builder.proc_ref(proc).exit);
        for edge in std::mem::take(&mut self.edges) {
            let (src, dst) = (find(&alias, edge.src), find(&alias, edge.dst));
            let src = self.location(src, proc, &mut locs, builder);
            let dst = self.location(dst, proc, &mut locs, builder);
            builder.edge(src, dst, edge.op, edge.span);
        }
        let entry = &self.nodes[ENTRY.0 as usize];
        let loc = builder.loc_mut(locs[ENTRY.0 as usize].expect("set above"));
        loc.is_loop = entry.is_loop;
        loc.span = entry.span.or(loc.span);
    }

    fn location(&self, node: Node, proc: ProcId, locs: &mut [Option<LocId>], builder: &mut ProgramBuilder) -> LocId {
        let index = node.0 as usize;
        if let Some(loc) = locs[index] {
            return loc;
        }
        let data = &self.nodes[index];
        let loc = match &data.error {
            Some(error) => builder.error_loc(proc, error.clone()),
            None => builder.loc(proc, data.span),
        };
        builder.loc_mut(loc).is_loop = data.is_loop;
        locs[index] = Some(loc);
        loc
    }

    fn drop_unreachable(&mut self) {
        let mut successors: Vec<Vec<Node>> = vec![Vec::new(); self.nodes.len()];
        for edge in &self.edges {
            successors[edge.src.0 as usize].push(edge.dst);
        }
        let mut reached = vec![false; self.nodes.len()];
        reached[ENTRY.0 as usize] = true;
        let mut work = vec![ENTRY];
        while let Some(node) = work.pop() {
            for next in &successors[node.0 as usize] {
                if !std::mem::replace(&mut reached[next.0 as usize], true) {
                    work.push(*next);
                }
            }
        }
        let nodes = &mut self.nodes;
        self.edges.retain(|edge| {
            let keep = reached[edge.src.0 as usize];
            if !keep {
                nodes[edge.dst.0 as usize].incoming -= 1;
            }
            keep
        });
    }

    /// Merges the ends of `Skip` edges where that changes nothing; gives for each node the one that stands for it.
    fn contract(&mut self) -> Vec<Node> {
        let mut alias: Vec<Node> = (0..self.nodes.len() as u32).map(Node).collect();
        let mut edges = std::mem::take(&mut self.edges);
        edges.retain(|edge| {
            if !matches!(edge.op, Op::Skip) {
                return true;
            }
            let (a, b) = (find_compressing(&mut alias, edge.src), find_compressing(&mut alias, edge.dst));
            !self.merge(a, b, &mut alias)
        });
        self.edges = edges;
        alias
    }

    /// Merges `a` and `b`, which a `Skip` edge joins, if that changes nothing; says whether it did.
    fn merge(&mut self, a: Node, b: Node, alias: &mut [Node]) -> bool {
        let (first, second) = (&self.nodes[a.0 as usize], &self.nodes[b.0 as usize]);
        if a == b || first.outgoing != 1 || (first.is_loop && second.is_loop) {
            return false;
        }
        let second_is_plain = b != ENTRY && b != EXIT && second.error.is_none();
        if second_is_plain && second.incoming == 1 {
            // `b` is entered only from here: it becomes part of `a`.
            let second = std::mem::take(&mut self.nodes[b.0 as usize]);
            let first = &mut self.nodes[a.0 as usize];
            first.outgoing = second.outgoing;
            if second.is_loop || first.span.is_none() {
                first.is_loop |= second.is_loop;
                first.span = second.span;
            }
            alias[b.0 as usize] = a;
            return true;
        }
        if a != ENTRY && !first.is_loop {
            // `a` does nothing but go to `b`.
            let first = std::mem::take(&mut self.nodes[a.0 as usize]);
            let second = &mut self.nodes[b.0 as usize];
            second.incoming = second.incoming - 1 + first.incoming;
            if second.span.is_none() {
                second.span = first.span;
            }
            alias[a.0 as usize] = b;
            return true;
        }
        false
    }
}

fn find(alias: &[Node], mut node: Node) -> Node {
    while alias[node.0 as usize] != node {
        node = alias[node.0 as usize];
    }
    node
}

fn find_compressing(alias: &mut [Node], node: Node) -> Node {
    let root = find(alias, node);
    let mut node = node;
    while alias[node.0 as usize] != root {
        node = std::mem::replace(&mut alias[node.0 as usize], root);
    }
    root
}
