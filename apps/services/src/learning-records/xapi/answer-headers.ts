/**
 * Headers of every answer. Documents are whatever somebody sent: nothing of them runs as a page, a script
 * or a style. Who calls is said by the header Authorization alone, which no page sends for another; so
 * pages of any origin may call (Fetch, section 3.2).
 */
export const answerHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Allow, ETag, Last-Modified, Retry-After, X-Experience-API-Consistent-Through, X-Experience-API-Version, X-Ia-Correlation-Id',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Frame-Options': 'DENY',
} as const;

/**
 * Pages of another origin may send any header, since clients add their own, such as `Cache-Control`; the
 * wildcard leaves out `Authorization`, and older browsers do not know it (Fetch, section 3.2.3).
 */
export const preflightHeaders = {
  'Access-Control-Allow-Headers':
    'Accept-Language, Authorization, Content-Type, If-Match, If-None-Match, X-Experience-API-Version, X-Ia-Correlation-Id, X-Ia-Roles, X-Ia-Subject, X-Lectern-Invalid, X-Lectern-Results, *',
  'Access-Control-Max-Age': '7200',
} as const;

/** RFC 7617 and RFC 6750: by what one may come. */
export const challenges = ['Basic realm="xAPI", charset="UTF-8"', 'Bearer realm="xAPI"'];
