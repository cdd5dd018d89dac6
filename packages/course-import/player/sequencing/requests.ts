/** Request of a learner or of content. */
export type Request =
  | {
      readonly kind:
        | 'start'
        | 'resumeAll'
        | 'continue'
        | 'previous'
        | 'exit'
        | 'exitAll'
        | 'abandon'
        | 'abandonAll'
        | 'suspendAll';
    }
  | { readonly kind: 'choice' | 'jump'; readonly target: string };

/** How open attempts end before the next activity is found. */
export type TerminationRequest = 'exit' | 'exitAll' | 'suspendAll' | 'abandon' | 'abandonAll';

/** The way to the next activity, once they have ended. */
export type SequencingRequest =
  | 'start'
  | 'resumeAll'
  | 'continue'
  | 'previous'
  | 'retry'
  | 'exit'
  | 'choice'
  | 'jump';
