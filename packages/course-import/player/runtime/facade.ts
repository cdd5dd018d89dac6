import { valueMaximumLength } from '../keeping/item-record.ts';

/** What both of the library's classes have in common. */
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

/** Error codes that the facade itself gives (SCORM 1.2 RTE, section 3.5; 2004 RTE, section 3.1.7). */
export interface FacadeCodes {
  readonly initializeAfterEnd: number;
  readonly finishAfterEnd: number;
  readonly getAfterEnd: number;
  readonly setAfterEnd: number;
  readonly commitAfterEnd: number;
  readonly setFailure: number;
}

export interface FacadeHost {
  /** Before the content's session begins, and only where it does. */
  began(): void;
  /** A value was set. */
  changed(element: string, value: string): void;
  /** Before the content's session ends. */
  ending(): void;
  ended(): void;
  /** Length of the state as it is to be stored, in UTF-16 code units. */
  measure(): number;
}

/** The calls of one run by the standard's names without `LMS`, and the end of them all. */
export interface Facade {
  readonly calls: Readonly<Record<string, (first?: string, second?: unknown) => string>>;
  /** From here on every call fails: content may hold the object longer than its page is shown. */
  close(): void;
}

/** What JSON adds to a value: its element's name, quotes, and what has to be escaped now and then. */
const overheadLength = 200;

/**
 * The library's object as content sees it. It lives as long as one run, while the library's may live on;
 * and a value for which the store has no room is refused before it is set.
 */
export function createFacade(api: LibraryApi, codes: FacadeCodes, host: FacadeHost): Facade {
  let isClosed = false;
  /** An upper bound of the state's length, made exact when it comes near the limit. */
  let lengthAtMost = Number.POSITIVE_INFINITY;

  function fail(code: number, answer = 'false'): string {
    api.throwSCORMError('api', code);
    return answer;
  }

  function fits(value: string): boolean {
    const added = JSON.stringify(value).length + overheadLength;
    if (lengthAtMost + added > valueMaximumLength) lengthAtMost = host.measure();
    lengthAtMost += added;
    return lengthAtMost <= valueMaximumLength;
  }

  return {
    close() {
      isClosed = true;
    },
    calls: {
      Initialize(parameter) {
        if (isClosed) return fail(codes.initializeAfterEnd);
        const answer = api.lmsInitialize(parameter);
        if (answer === 'true') host.began();
        return answer;
      },
      Finish(parameter) {
        if (isClosed) return fail(codes.finishAfterEnd);
        host.ending();
        const answer = api.lmsFinish(parameter);
        if (answer === 'true') host.ended();
        return answer;
      },
      GetValue(element = '') {
        return isClosed ? fail(codes.getAfterEnd, '') : api.lmsGetValue(element);
      },
      SetValue(element = '', value) {
        if (isClosed) return fail(codes.setAfterEnd);
        const text = String(value);
        if (!fits(text)) {
          lengthAtMost = Number.POSITIVE_INFINITY;
          api.throwSCORMError(element, codes.setFailure, noRoom);
          return 'false';
        }
        const answer = api.lmsSetValue(element, value);
        if (answer === 'true') host.changed(element, text);
        return answer;
      },
      Commit(parameter) {
        return isClosed ? fail(codes.commitAfterEnd) : api.lmsCommit(parameter);
      },
      GetLastError: () => api.lmsGetLastError(),
      GetErrorString: (code = '') => api.lmsGetErrorString(code),
      GetDiagnostic: (code = '') => api.lmsGetDiagnostic(code),
    },
  };
}

/** What a diagnostic says where there is no room. */
export const noRoom = `The state of this item would be longer than ${valueMaximumLength} characters.`;
