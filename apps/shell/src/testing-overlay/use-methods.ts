import { useState } from 'react';
import type { Dispatch, Outcome } from '../bridge/dispatch.ts';
import { initialValues, placeOf, type FieldValues, type Method } from './methods.ts';
import type { Trace } from './trace.ts';

/** Last output of a button. */
export type Shown =
  | { readonly method: Method; readonly isRunning: true }
  | {
      readonly method: Method;
      readonly isRunning: false;
      readonly outcome: Outcome;
      readonly durationInMs: number;
    };

export interface Methods {
  readonly values: FieldValues;
  readonly edit: (values: Partial<FieldValues>) => void;
  /** By the category's name. */
  readonly shown: Readonly<Record<string, Shown>>;
  readonly run: (category: string, method: Method) => void;
}

/** Typed values and outputs of the buttons, kept while the panel is folded. */
export function useMethods(dispatch: Dispatch, trace: Trace): Methods {
  const [edited, setEdited] = useState<Partial<FieldValues>>({});
  const [shown, setShown] = useState<Readonly<Record<string, Shown>>>({});
  const values = { ...initialValues, ...lastPlace(trace), ...edited };

  async function run(category: string, method: Method): Promise<void> {
    const show = (now: Shown) => setShown((before) => ({ ...before, [category]: now }));
    show({ method, isRunning: true });
    const started = performance.now();
    const outcome = await dispatch(method.action, method.payload(values));
    show({ method, isRunning: false, outcome, durationInMs: performance.now() - started });
  }

  return {
    values,
    edit: (change) => setEdited((before) => ({ ...before, ...change })),
    shown,
    run: (category, method) => void run(category, method),
  };
}

/** Where the content has read or written last. */
function lastPlace({ exchanges }: Trace): Partial<FieldValues> | undefined {
  for (const { request } of exchanges) {
    const place = request && 'value' in request.body && placeOf(request.body.value);
    if (place) return place;
  }
  return undefined;
}
