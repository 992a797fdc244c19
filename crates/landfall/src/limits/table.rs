//! The numbers: one line a limit, with what it counts. Those called effort count the solver's resource units, of which Z3 uses about
//! three million a second, and a thousand for each look at the budget.

landfall_smt::limits_table! {
    /// The pass that takes memory away (`passes::memory`).
    memory: Memory {
        /// Parts of an array or record that are variables although an index is computed.
        indexed_parts: usize = 32,
        /// Parts of an object that are variables where no index is computed.
        parts: usize = 2048,
        /// Parts of an element of a region.
        element_parts: usize = 64,
        /// Objects that an access tells apart; where a pointer may mean more, they share regions.
        choices: usize = 16,
        /// Places that are told apart in one access.
        places: usize = 4096,
        /// Distances from the start of an element that are told apart in one access to a region.
        element_places: u64 = 256,
        /// Elements of a static object that get their first value one by one.
        first_values: u64 = 1 << 16,
        /// Bytes up to which a copy is made part by part, without a loop.
        unrolled_copy: u64 = 1024,
    }

    /// Propagation of constants.
    constants: Constants {
        /// How often the constants at the head of a loop change before those that the loop writes are given up.
        rounds: u32 = 6,
    }

    /// Ghost cells (`passes::ghost_cells`), and facts about what is read from arrays.
    cells: Cells {
        /// Ghost indices.
        indices: usize = 4,
        /// Ghost cells.
        cells: usize = 8,
        /// Ghost indices of one region that are chosen by stores.
        anchors: usize = 2,
        /// Errors whose demand for cells is looked at.
        errors: usize = 200,
        /// Locations that are looked at for one store or error.
        region: usize = 2000,
        /// Stores between a cell and the error.
        stores: usize = 3,
        /// Steps from an error to the assignments that it depends on.
        assignments: usize = 16,
        /// Steps back from an expression to the values in it.
        steps_back: usize = 1000,
        /// Edges that are looked at for a read that is repeated.
        repeated_edges: usize = 64,
        /// Symbols and operators of an index that is followed.
        index_size: usize = 32,
        /// Constants that are tried as bounds of what is read.
        fact_constants: usize = 6,
        /// Reads for which facts are tried.
        fact_reads: usize = 4,
        /// Variables that follow a place in a region.
        cursors: usize = 6,
        /// Effort of an engine for the proof of one such fact.
        trial: u64 = 90_000_000,
    }

    /// Engines over integers on programs with operations on bits.
    bits: Bits {
        /// Effort of a trial that takes the results of such operations for arbitrary.
        trial: u64 = 60_000_000,
    }

    /// The interval analysis.
    intervals: Intervals {
        /// How often a loop head is only joined before it is widened.
        delay: u32 = 2,
        /// How often it is widened to constants of the loop before it is widened to the range of the type.
        patience: u32 = 12,
        /// Constants of a loop that it is widened to.
        thresholds: usize = 64,
    }

    /// Formulas for operations on bits over integers.
    encode: Encode {
        /// Runs of ones up to which a constant mask is taken apart.
        runs: usize = 8,
        /// Numbers below 2 to this power are conjoined bit by bit.
        small_bits: u32 = 4,
    }

    /// Predicate abstraction (`ufo`, `la`, `bam` and variants).
    predicates: Predicates {
        /// Size of a conjunct that is a predicate; of larger ones, the atoms are.
        size: usize = 60,
        /// Cubes up to which a Boolean image is computed; beyond, it is the Cartesian one.
        cubes: usize = 200,
    }

    /// Convex hulls and lattices of formulas.
    hull: Hull {
        /// Effort of one query.
        query: u32 = 1_500_000,
        /// Coefficients that a hull keeps.
        coefficient: i64 = 1 << 14,
        /// Constraints that a hull keeps.
        constraints: usize = 40,
    }

    /// Summaries of loops.
    star: Star {
        /// Cubes of a hull.
        cubes: usize = 24,
        /// Cubes up to which they are also kept one by one.
        kept: usize = 4,
        /// Models of a lattice.
        lattice_models: usize = 24,
        /// Candidates for stable facts.
        candidates: usize = 40,
    }

    /// Facts about what summaries lead to.
    forward: Forward {
        /// Cubes of a hull.
        cubes: usize = 16,
        /// Cubes up to which they are also kept one by one.
        kept: usize = 1,
        /// Models of a lattice.
        lattice_models: usize = 16,
        /// Variables up to which hulls are computed.
        variables: usize = 16,
        /// Conditions by which the facts of a loop are split.
        splits: usize = 2,
        /// Phases of a loop by which its facts are split.
        phases: usize = 3,
    }

    /// Inductive polyhedra.
    polyhedra: Polyhedra {
        /// Cubes of a hull.
        cubes: usize = 24,
        /// Cubes up to which they are also kept one by one.
        kept: usize = 1,
        /// How often a node grows before it is widened.
        plain_rounds: usize = 2,
        /// Rounds.
        rounds: usize = 30,
        /// Rounds of narrowing.
        narrowing_rounds: usize = 2,
        /// Effects of edges that are computed before the analysis is given up.
        effects: usize = 300,
        /// Dimensions up to which a node has a polyhedron.
        dimensions: usize = 18,
        /// Constraints that a polyhedron keeps.
        constraints: usize = 60,
    }

    /// Calls of recursive procedures told apart by the values of their arguments (`gps`).
    contexts: Contexts {
        /// Values of a parameter.
        values: i64 = 64,
        /// Contexts of a program.
        contexts: usize = 150,
        /// Parameters with too many values that are given up before all are.
        attempts: usize = 40,
    }

    /// Polynomial equalities guessed from tests (`gps`).
    polynomial: Polynomial {
        /// Variables up to which products are looked at.
        variables: usize = 9,
        /// States beyond the number of unknowns, without which an equality may be chance.
        margin: usize = 6,
        /// Coefficients of an equality that is more than chance.
        coefficient: i64 = 1 << 20,
        /// Tests for states to guess from.
        tests: u64 = 200,
        /// Edges that such a test may take.
        steps: u64 = 4_000,
        /// States that a test adds to a loop head.
        states_of_a_test: usize = 8,
        /// States of a loop head.
        states: usize = 160,
    }

    /// Guesses of what holds of all cells of an array.
    quantified: Quantified {
        /// Effort of one attempt.
        effort: u64 = 60_000_000,
        /// Paths that are looked at from one place.
        paths: usize = 200,
        /// Edges of such a path.
        length: usize = 500,
        /// Properties that are guessed.
        properties: usize = 40,
        /// Bounds between which a property is guessed.
        bounds: usize = 8,
        /// Conditions at the start that are kept.
        constants: usize = 16,
        /// Symbols and operators of a property.
        size: usize = 40,
        /// Guesses at one place.
        guesses: usize = 1500,
        /// How often a stored value is put in the place of a cell from which another is computed.
        compositions: usize = 3,
    }

    /// What engines tell each other.
    sharing: Sharing {
        /// Locations of a program up to which it is worth finding out what always holds before the search.
        locations: usize = 150,
        /// Effort for finding out what of one's knowledge `check` certifies.
        certifying: u64 = 1_500_000,
        /// Near misses that are kept.
        misses: usize = 16,
    }

    /// Engines in turns (`se+bself`).
    sequence: Sequence {
        /// Effort of the turns of the first round.
        first_turn: u64 = 300_000,
        /// How many times as long turns are in the next round.
        growth: u32 = 4,
    }

    /// Tests before and between engines.
    burst: Burst {
        /// Bytes of allocated memory in one test.
        memory: u64 = 1 << 20,
        /// Edges of a long test.
        long: u64 = 20_000,
        /// The same where there are arrays.
        long_with_arrays: u64 = 4_000_000,
        /// Constants of the program with which long tests are run.
        constants: usize = 12,
        /// Nested calls in long tests.
        depth: usize = 10_000,
        /// Tests that are varied.
        varied: usize = 8,
    }

    /// Fuzzing.
    fuzz: Fuzz {
        /// Tests between two looks at the budget.
        round: usize = 50,
        /// Edges of one test, at first.
        steps: u64 = 4_000,
        /// The same at most.
        most_steps: u64 = 250_000,
        /// Tests without a new way after which tests become longer.
        patience: u64 = 4_000,
        /// Tests without a new way after which there are no more.
        in_vain: u64 = 60_000,
        /// Inputs of one test.
        inputs: usize = 4_000,
    }

    /// Running programs of which one execution tells all.
    course: Course {
        /// Edges up to the first arbitrary value.
        compiled: u64 = 100_000_000,
        /// Edges behind it.
        plain: u64 = 3_000_000,
        /// Bytes of allocated memory.
        memory: u64 = 1 << 28,
    }

    /// Leaving out of a proof what it does not need.
    reduce: Reduce {
        /// Conjuncts of a proof; larger ones are left as they are.
        conjuncts: usize = 200,
        /// Effort of one query.
        query: u32 = 1_000_000,
        /// Effort of all trials for a proof with contracts.
        trials: u64 = 3_000_000,
    }

    /// Symbolic execution.
    se: Se {
        /// Steps that a path may run before the next one gets its turn.
        quantum: u64 = 10_000,
        /// Steps of a path that count as much as one step of the metric, in directed searches.
        steps_per_distance: u64 = 16,
        /// Calls of one procedure that are kept for a contract.
        calls: usize = 200,
        /// States of one loop head that are kept for an invariant.
        states: usize = 1000,
        /// Variables up to which pairs are compared for an invariant.
        variables: usize = 24,
    }

    /// Shapes of the heap.
    shape: Shape {
        /// Steps of one search.
        steps: usize = 60_000,
        /// Heaps at one head of a loop.
        heaps: usize = 400,
        /// The same where lists are followed one by one.
        exact: usize = 5000,
        /// Objects of one heap there: lists that grow beyond are of no bounded length.
        objects: usize = 48,
        /// Nodes of a chain that may differ before they become one segment, where those that differ are kept apart.
        different: usize = 6,
        /// Heaps of one form at one head before they are joined.
        alike: usize = 12,
    }

    /// The check of proofs by unrolling.
    unrolled: Unrolled {
        /// Effort of the first question about words, before it is asked about the clauses of their circuit.
        words: u32 = 800_000,
        /// Effort of the first question about clauses.
        clauses: u32 = 25_000_000,
        /// Effort of the second question about words; what then is open is asked about clauses without a limit.
        words_again: u32 = 5_000_000,
        /// Constants that an index may be for an access to be a choice among their cells.
        places: usize = 24,
        /// Conditions on the way, the latest ones, that decide choices in a value that is assigned.
        facts: usize = 64,
    }

    /// Bounded model checking.
    bmc: Bmc {
        /// Constants that the index of an access may be for it to be one of a choice of places.
        places: usize = 24,
        /// Conditions on the way, the latest ones, that decide choices in a value that is assigned.
        facts: usize = 64,
        /// Iterations of one loop that plainly go on and are not counted.
        plain_iterations: u32 = 1 << 20,
        /// Edges up to which recursive calls are unfolded.
        unfolded_edges: usize = 60_000,
        /// Frames of one procedure up to which they are.
        frames: u32 = 1 << 12,
    }

    /// Bounds guessed from constants.
    houdini: Houdini {
        /// Constants that a variable is compared with.
        constants: usize = 24,
    }

    /// Search guided by path summaries.
    gps: Gps {
        /// Nodes by which one test lets the tree grow.
        joined: usize = 40,
        /// Edges that one test may take; most of so many are crossed in one step.
        test_edges: u64 = 1 << 40,
        /// Choices that one test may make.
        test_choices: usize = 20_000,
        /// Ancestors that are tried for covering a leaf, nearest first.
        ancestors: usize = 6,
        /// Other nodes of the same place that are tried.
        others: usize = 24,
        /// Nodes of a tree that is worth helping the others: smaller ones are done before that pays.
        sharing_nodes: usize = 60,
        /// Nodes of the tree before more is found out about what always holds, and the search begins anew.
        first_round: usize = 400,
        /// Cubes up to which the locals of a summary are eliminated one model at a time.
        cubes: usize = 40,
        /// Dead ends that are unfolded for a proof at first.
        unfolded: usize = 25,
        /// The same when that was not enough.
        unfolded_again: usize = 200,
        /// Effort for trying whether a finished tree is a proof.
        proof: u64 = 30_000_000,
    }

    /// Reachability graphs refined for all paths at once.
    ufo: Ufo {
        /// Cubes up to which variables out of scope are eliminated one model at a time.
        cubes: usize = 100,
        /// Queries after which blocking gives up.
        blocking_queries: usize = 30_000,
    }

    /// Lazy abstraction (`la`, `bam`).
    lazy: Lazy {
        /// Edges up to which `bam` inlines without regard to the size of the program.
        small_program: usize = 3_000,
        /// The same for procedures without loops.
        program_without_loops: usize = 30_000,
        /// States into which one step may be split.
        values: usize = 8,
        /// States of one block at one point up to which values are tracked there.
        states: usize = 110,
        /// Blocks of one procedure up to which the values of its parameters are tracked.
        blocks: usize = 400,
        /// Variables that are tracked from the start at one point.
        variables: usize = 24,
        /// Formulas up to which a path is built.
        formulas: usize = 6_000,
        /// Queries from one node that looks further.
        probe_queries: usize = 16,
        /// Effort of each of them.
        probe_query: u32 = 1_000_000,
    }

    /// Symbolic execution with interpolants.
    tracer: Tracer {
        /// Size of cores that are made minimal.
        minimized: usize = 16,
        /// Headers that a state tries to close a cycle with: the nearest and the first ones of the path.
        ancestors: usize = 16,
        /// Literals of a clause up to which it is kept.
        clause: usize = 4,
        /// Entries of the table that are tried behind an infeasible edge.
        known: usize = 4,
        /// Literals of a clause about control variables.
        control_literals: usize = 6,
        /// Constants at least that a control variable gets.
        control_constants: usize = 3,
    }

    /// Backward symbolic execution with loop folding (`bse`, `kind`, `bself`).
    folding: Folding {
        /// Paths through a block that are told apart.
        paths: usize = 12,
        /// Growth up to which a formula without locals is preferred to one with them.
        growth: usize = 3,
        /// Size of a formula up to which cases are split to eliminate locals.
        split_size: usize = 60,
        /// Locals up to which they are.
        split_locals: usize = 2,
        /// Cubes up to which locals are eliminated one model at a time.
        cubes: usize = 24,
        /// Candidates of earlier attempts that are looked at, the latest first.
        recycled: usize = 24,
        /// Relations that are tried for one set of states.
        relations: usize = 24,
        /// The bisection for relaxing inequalities doubles up to two to this power.
        doublings: u32 = 34,
        /// Literals up to which the inequalities of a clause are relaxed.
        relaxed: usize = 4,
        /// Transitions that refuted a candidate and are remembered.
        remembered: usize = 200,
        /// Clauses that one disjunction may be multiplied out into.
        product: usize = 24,
        /// Nesting up to which disjunctions are multiplied out.
        depth: usize = 12,
        /// Clauses up to which literals are tested one by one.
        simplified: usize = 40,
    }

    /// Relations between variables that candidates of `bself` are made from.
    relations: Relations {
        /// Variables that are related with each other.
        variables: usize = 12,
        /// Factors up to which `x ± y = a·z` is considered.
        factor: i64 = 16,
        /// Relations of type 2 that are handed on.
        related: usize = 8,
        /// Relations of type 4 that are handed on.
        substituted: usize = 12,
        /// Variables of such a relation.
        terms: usize = 4,
        /// Literals of such a relation.
        literals: usize = 3,
        /// Models that may refute relations before the search for them is given up.
        models: usize = 60,
    }

    /// Octagons and congruences of `bself`.
    octagons: Octagons {
        /// Variables that are related with each other.
        variables: usize = 6,
        /// Models that may weaken relations before the search for them is given up.
        models: usize = 32,
        /// How often a bound is moved before it counts as none.
        moves: usize = 8,
        /// Relations of one kind that are handed on.
        relations: usize = 6,
        /// Divisors beyond this are chance.
        divisor: i64 = 64,
    }

    /// Invariants of fixed shapes of `bself`.
    templates: Templates {
        /// Variables that are compared with each other.
        variables: usize = 7,
        /// Comparisons of guards that are taken for one loop.
        guards: usize = 24,
        /// Models that may drop templates at the end of one step.
        models: usize = 200,
    }
}
