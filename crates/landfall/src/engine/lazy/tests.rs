//! Programs that la and bam must decide.
