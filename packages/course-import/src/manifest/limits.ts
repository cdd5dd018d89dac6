/*
 * Limits of a manifest. Whole curricula stay far below; what does not would take the importing computer's
 * time and memory, and then each learner's.
 */

/** Elements of XML, all together. */
export const elementMaximum = 500_000;
/** Items of the organization that is shown. */
export const itemMaximum = 10_000;
/** Resources, and the files that they list, each. */
export const resourceMaximum = 100_000;
export const fileMaximum = 100_000;
/** Length of one `xml:base` in characters: it is part of every address below it. */
export const baseMaximumInCharacters = 1_024;
/** Marks of queries and fragments that may belong to a file's name: each makes one more name to look for. */
export const markMaximum = 16;
/**
 * Definitions of sequencing collections and items of inner manifests, in characters, counted for each item that
 * refers to them.
 */
export const copiedMaximumInCharacters = 16 * 1024 * 1024;
/** Files that the author is told of by name. */
export const namedFileMaximum = 10;
