/**
 * NUL and lone surrogates, which can neither be sent nor stored. The SDK has its own pattern, since it depends on nothing. A
 * module of its own, so that content can clean its fields before it loads the rest.
 */
export const unstorable = /\p{Cs}|\0/gu;
