/** What went wrong, as far as a visitor is concerned. */
export type Problem = 'expired' | 'request' | 'missing' | 'server';
