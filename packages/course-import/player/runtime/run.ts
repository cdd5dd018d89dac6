import type { CmiDocument } from '../cmi/progress.ts';
import { wellFormed } from '../cmi/well-formed.ts';
import { valueMaximumLength } from '../keeping/item-record.ts';
import { fitOf, fitted, lengthAtMostOf, limitOf } from './room.ts';
import type { Run, RunHost } from './runtime.ts';

/** Functions that both of the library's classes have. */
interface LibraryApi {
  lmsInitialize(parameter?: string): string;
  lmsFinish(parameter?: string): string;
  lmsGetValue(element: string): string;
  lmsSetValue(element: string, value: unknown): string;
  lmsCommit(parameter?: string): string;
  lmsGetLastError(): string;
  lmsGetErrorString(code: string): string;
  lmsGetDiagnostic(code: string): string;
  throwSCORMError(element: string, code: number, message?: string): void;
}

/** Error codes that the run itself gives (SCORM 1.2 RTE, section 3.5; 2004 RTE, section 3.1.7). */
export interface RunCodes {
  readonly initializeAfterEnd: number;
  readonly finishAfterEnd: number;
  readonly getAfterEnd: number;
  readonly setAfterEnd: number;
  readonly commitAfterEnd: number;
  readonly setFailure: number;
  readonly unknownElement: number;
  /** Where nothing is named to be set; absent: the library's. */
  readonly noElement?: number;
}

/** The library, and what differs by standard. */
export interface Environment {
  readonly apiName: Run['apiName'];
  readonly codes: RunCodes;
  readonly exitElement: string;
  /** The object that answers now. */
  readonly api: LibraryApi;
  /**
   * Another page of the content begins a session, after or in place of the one before.
   *
   * @param stored the state that it goes on with.
   * @returns whether it goes on where it was left; nothing where the item is not open any more.
   */
  open(stored: CmiDocument): boolean | undefined;
  /** The state with this exit. */
  render(exit: string): CmiDocument;
  /** True where the content has said nothing of its completion, so that the platform has to. */
  isSilent(): boolean;
  complete(): void;
  /** Value of an element that the library does not know by itself; nothing for all other elements. */
  answer?(element: string): string | undefined;
  /** True where the content asks that the whole course goes on later. */
  asksToSuspend?(): boolean;
  /** A value was set. */
  changed?(element: string, value: string): void;
  /**
   * @param isLeft whether the learner has asked for something else.
   * @param isSuspended whether the content has said so itself, or has not ended its session.
   */
  ended?(isLeft: boolean, isSuspended: boolean): void;
  close?(): void;
}

/**
 * One launch of an item, from the first call to the end of the last session. A session is what the standards
 * have between `Initialize` and `Terminate`; content of several pages has one for each.
 *
 *     not begun ── Initialize ─▶ running ── Terminate ─▶ ended
 *                                   ▲  Initialize by        │
 *                                   └───── another page ────┘
 *
 * @param wasSuspended whether the first session goes on where an earlier launch was left.
 */
export function createRun(environment: Environment, host: RunHost, wasSuspended: boolean): Run {
  const { codes, exitElement } = environment;
  let state: Run['state'] = 'not begun';
  let isResumed = wasSuspended;
  let exit = '';
  let isLeft = false;
  let isClosed = false;
  let last: CmiDocument | undefined;
  /** An upper bound of the state's length, made exact when it comes near the limit. */
  let lengthAtMost = Number.POSITIVE_INFINITY;

  const isSuspended = () => state !== 'ended' || isResumable(exit);
  const renderAll = () => environment.render(isSuspended() ? 'suspend' : exit);
  const renderWhole = () => last ?? renderAll();
  const render = () => fitted(renderWhole());

  function fail(code: number, answer = 'false'): string {
    environment.api.throwSCORMError('api', code);
    return answer;
  }

  function hasRoom(element: string, value: string): boolean {
    if (!element.startsWith('cmi.')) return true;
    lengthAtMost += lengthAtMostOf(value);
    if (lengthAtMost <= limitOf(element)) return true;
    const fit = fitOf(renderAll(), element, value);
    lengthAtMost = fit.hasRoom ? fit.length : Number.POSITIVE_INFINITY;
    return fit.hasRoom;
  }

  /** A session that cannot begin: what the learner does in it is not recorded. */
  function refuse(): string {
    if (!isClosed) host.refused();
    return fail(codes.initializeAfterEnd);
  }

  function initialize(parameter?: string): string {
    const isOver = isClosed || state === 'ended';
    if (!isClosed && state !== 'not begun' && host.isNewPage?.()) {
      suspend();
      const reopened = environment.open(render());
      if (reopened === undefined) return refuse();
      isResumed = reopened;
      state = 'not begun';
      exit = '';
      lengthAtMost = Number.POSITIVE_INFINITY;
    } else if (isOver) return refuse();
    const answer = environment.api.lmsInitialize(parameter);
    if (answer === 'true') {
      state = 'running';
      host.began(isResumed);
    }
    return answer;
  }

  function finish(parameter?: string): string {
    if (isClosed || state === 'ended') return fail(codes.finishAfterEnd);
    // Whatever the content has said of its exit, it goes on where the course does (RTE, section 4.2.8).
    if (state === 'running' && environment.asksToSuspend?.()) setValue(exitElement, 'suspend');
    const isSuspendedByContent = isResumable(exit);
    if (state === 'running') {
      const isSilent = environment.isSilent();
      if (isLeft && exit === '' && !isSilent) setValue(exitElement, 'suspend');
      if (isSilent && !isResumable(exit)) environment.complete();
    }
    const answer = environment.api.lmsFinish(parameter);
    if (answer === 'true') over(isSuspendedByContent);
    return answer;
  }

  /** The host goes last: what it shows depends on what the sequencing has been told. */
  function over(isSuspendedByContent: boolean): void {
    state = 'ended';
    environment.ended?.(isLeft, isSuspendedByContent);
    host.ended();
  }

  function setValue(element = '', value?: unknown): string {
    if (isClosed || state === 'ended') return fail(codes.setAfterEnd);
    if (element === '' && codes.noElement) return fail(codes.noElement);
    // The library would put the value in the place of all the data below that name.
    if (state === 'running' && (!element.includes('.') || isBranch(environment.api, element)))
      return fail(codes.unknownElement);
    const text = wellFormed(String(value));
    if (!hasRoom(element, text)) {
      environment.api.throwSCORMError(element, codes.setFailure, noRoom);
      return 'false';
    }
    const answer = environment.api.lmsSetValue(element, value === undefined ? value : text);
    if (answer !== 'true') return answer;
    if (element === exitElement) exit = text;
    environment.changed?.(element, text);
    if (state === 'running') host.changed();
    return answer;
  }

  /** Ends a session that the content has not ended; also where its state cannot be stored at present. */
  function suspend(): void {
    if (state !== 'running') return;
    setValue(exitElement, 'suspend');
    finish('');
    if (state === 'running') over(true);
  }

  const prefix = environment.apiName === 'API' ? 'LMS' : '';
  const calls = {
    Initialize: initialize,
    [prefix === '' ? 'Terminate' : 'Finish']: finish,
    GetValue(element = '') {
      if (isClosed || state === 'ended') return fail(codes.getAfterEnd, '');
      const answer = state === 'running' ? environment.answer?.(element) : undefined;
      const value: unknown = answer ?? environment.api.lmsGetValue(element);
      // The library hands out a whole branch of its data where an element's name ends too early.
      if (typeof value === 'string') return value;
      return fail(codes.unknownElement, '');
    },
    SetValue: setValue,
    Commit: (parameter?: string) =>
      isClosed || state === 'ended'
        ? fail(codes.commitAfterEnd)
        : environment.api.lmsCommit(parameter),
    GetLastError: () => environment.api.lmsGetLastError(),
    GetErrorString: (code = '') => environment.api.lmsGetErrorString(code),
    GetDiagnostic: (code = '') => environment.api.lmsGetDiagnostic(code),
  };

  return {
    apiName: environment.apiName,
    api: Object.fromEntries(Object.entries(calls).map(([name, call]) => [prefix + name, call])),
    get state() {
      return state;
    },
    get isSuspended() {
      return isSuspended();
    },
    render,
    renderWhole,
    leave() {
      isLeft = true;
    },
    close() {
      suspend();
      last = renderAll();
      isClosed = true;
      environment.close?.();
    },
  };
}

/** True where the name ends too early: it has elements below it and no value of its own. */
function isBranch(api: object, element: string): boolean {
  // A list may not have the entry yet, whose branches these are.
  if (/\.(?:\d*|score|objectives|correct_responses)$/.test(element)) return true;
  let value: unknown = api;
  try {
    for (const name of element.split('.')) {
      if (typeof value !== 'object' || value === null) return false;
      const list: unknown = Reflect.get(value, 'childArray');
      value =
        /^\d+$/.test(name) && Array.isArray(list) ? list[Number(name)] : Reflect.get(value, name);
    }
  } catch {
    // The library throws for values that cannot be read now.
    return false;
  }
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

export function isResumable(exit: string | undefined): boolean {
  return exit === 'suspend' || exit === 'logout';
}

/** Diagnostic where there is no room. */
export const noRoom = `The state of this item would be longer than ${valueMaximumLength} characters.`;
