export type { Finding } from './locate.ts';
export { readText, type PageText } from './page-text.ts';
export { paint } from './paint.ts';
export { describePassage, findPassage, type FoundPassage, type Indescribable } from './passage.ts';
export type { TextPositionSelector, TextQuoteSelector, TextSelectors } from './selectors.ts';
export { unstorable } from './unstorable.ts';
