use super::range::computed;
use super::*;
use crate::cfa::{BinaryOp, IntType};

/// Every number that an operation on numbers of small ranges gives is one of the range that is computed.
#[test]
fn ranges_hold_all_results() {
    let ty = IntType::new(32, true);
    let ranges: Vec<Range> = (-3..=3).flat_map(|low| (low..=4).map(move |high| Range::new(low, high))).collect();
    use BinaryOp::{Add, BitAnd, Div, Mul, Rem, Sub};
    for op in [Add, Sub, Mul, Div, Rem, BitAnd] {
        for (a, b) in ranges.iter().flat_map(|a| ranges.iter().map(move |b| (*a, *b))) {
            let range = computed(op, ty, a, b);
            for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                let overflow = crate::cfa::Overflow::Undefined;
                let Some(z) = crate::cfa::arith::binary(op, ty, x, ty, y, overflow) else { continue };
                assert!(Range::point(z).is_within(range), "{x} {op:?} {y} = {z} is not in {range:?}");
            }
        }
    }
}

fn block(size: i128, cells: &[(u64, Value)]) -> Object {
    let cells = cells.iter().map(|(at, value)| (*at, (8, *value))).collect();
    Object::Block(Block {
        origin: Origin::Heap,
        constant: false,
        size: Value::Int(size),
        cells,
        initial: Vec::new(),
        image: None,
    })
}

/// A list of so many nodes that hold the numbers, from a variable on, to null.
fn list(numbers: &[i128]) -> Heap {
    let mut heap = Heap::default();
    let mut next = Value::NULL;
    for number in numbers.iter().rev() {
        next = Value::to(heap.add(block(16, &[(0, next), (8, Value::Int(*number))])), 0);
    }
    heap.vars.insert(VarId::from_u32(0), next);
    heap
}

#[test]
fn a_list_folded_holds_of_longer_ones() {
    for mix in [Mix::Any, Mix::Alike(10)] {
        let folded = list(&[1, 1, 1]).folded(&[0], &mix);
        assert_eq!(folded.objects.len(), 1);
        for length in [1, 2, 3, 4, 9] {
            assert!(entails(&list(&vec![1; length]), &folded), "{length} nodes are a list of some");
        }
        assert!(!entails(&list(&[]), &folded), "it has a node at least");
        assert!(!entails(&list(&[1, 2, 1]), &folded), "all hold 1");
        assert!(!entails(&folded, &list(&[1, 1, 1])), "there may be more");
    }
}

#[test]
fn what_is_not_in_the_general_heap_is_missed() {
    let folded = list(&[1, 1, 1]).folded(&[0], &Mix::Any);
    let mut more = list(&[1, 1]);
    more.add(block(16, &[]));
    assert!(!entails(&more, &folded), "memory is lost");
    let general = Heap { leaked: true, ..folded.clone() };
    assert!(entails(&more, &general));
    let mut cyclic = list(&[1, 1, 1]);
    let first = cyclic.vars[&VarId::from_u32(0)];
    let last = *cyclic.objects.keys().next().expect("there are nodes");
    cyclic.block_mut(last).expect("it is a block").cells.insert(0, (8, first));
    assert!(!entails(&cyclic, &folded), "it does not end");
    let mut shorter = list(&[1, 1, 1]);
    let node = *shorter.objects.keys().next().expect("there are nodes");
    shorter.block_mut(node).expect("it is a block").size = Value::Int(8);
    assert!(!entails(&shorter, &folded), "a node is smaller");
}
