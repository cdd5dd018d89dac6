import type { AnswerRules } from '../../http/answer-rules.ts';
import { fetchPath } from '../cmi5/fetch-address.ts';
import type { XapiVersion } from '../model/check.ts';
import { answerHeaders } from './answer-headers.ts';
import { knownVersion, versionHeader } from './version.ts';

const storePath = '/lars/xapi';

/** Bases, and the version that answers name to clients that named none: clients of 2.0 may want to see theirs. */
export const bases: Readonly<Record<string, XapiVersion>> = {
  [storePath]: '1.0.3',
  [`${storePath}/v2`]: '2.0.0',
};

/** The record store at the public address of the platform. */
export function storeUrlOf(publicUrl: string): string {
  return new URL(storePath, publicUrl).href;
}

/**
 * Rules for every request below the store's base, also for one that no resource gets: browsers hide an
 * answer without CORS headers from the page that asked.
 */
export const storeAnswers: AnswerRules = {
  /** Clients glue endpoint and resource, with a slash too many between them or after them. */
  addressOf(url) {
    if (!/^\/lars\/+xapi/.test(url)) return url;
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    const glued = path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
    return baseOf(glued) === undefined ? url : glued + url.slice(path.length);
  },

  headersOf(url, headers) {
    const [path = ''] = url.split('?', 1);
    if (path === fetchPath) return { 'Access-Control-Allow-Origin': '*' };
    const base = baseOf(path);
    if (base === undefined) return undefined;
    const version = knownVersion(headers[versionHeader]) ?? bases[base]!;
    return { ...answerHeaders, 'X-Experience-API-Version': version };
  },
};

/** The longest base that an address is below. */
function baseOf(path: string): string | undefined {
  return Object.keys(bases).findLast((base) => path === base || path.startsWith(`${base}/`));
}
