/** Kinds of failure that a visitor is told of. */
export type Problem = 'expired' | 'request' | 'missing' | 'server';
