//! Strongly connected parts of a graph over numbers.

/// Tarjan's algorithm on an explicit stack: strongly connected sets, each in ascending order, successors first.
pub fn strong_components(nodes: usize, successor: impl Fn(usize, usize) -> Option<usize>) -> Vec<Vec<usize>> {
    const UNSEEN: u32 = u32::MAX;
    let (mut number, mut low) = (vec![UNSEEN; nodes], vec![UNSEEN; nodes]);
    let mut finished = vec![false; nodes];
    let (mut next, mut path, mut found) = (0, Vec::new(), Vec::new());
    for root in 0..nodes {
        if number[root] != UNSEEN {
            continue;
        }
        let mut stack = vec![(root, 0usize)];
        while let Some((node, followed)) = stack.last_mut() {
            let node = *node;
            if number[node] == UNSEEN {
                number[node] = next;
                low[node] = next;
                next += 1;
                path.push(node);
            }
            if let Some(target) = successor(node, *followed) {
                *followed += 1;
                if number[target] == UNSEEN {
                    stack.push((target, 0));
                } else if !finished[target] {
                    low[node] = low[node].min(number[target]);
                }
                continue;
            }
            stack.pop();
            if let Some(&(above, _)) = stack.last() {
                low[above] = low[above].min(low[node]);
            }
            if low[node] == number[node] {
                let start = path.iter().rposition(|&member| member == node).expect("a root is on the path");
                let mut component = path.split_off(start);
                component.iter().for_each(|&member| finished[member] = true);
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_together_and_successors_come_first() {
        let graph: [&[usize]; 6] = [&[1], &[2, 4], &[1, 3], &[], &[5], &[5]];
        let found = strong_components(6, |node, n| graph[node].get(n).copied());
        assert_eq!(found, [vec![3], vec![5], vec![4], vec![1, 2], vec![0]]);
    }
}
