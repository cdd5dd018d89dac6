import { expect, test } from 'vitest';
import { awayFault, framingFault, sandboxFault } from '../src/check/framing.ts';

const page = new URL('https://content.example/course/');
const shell = 'https://lectern.example';

const cases: readonly (readonly [
  what: string,
  headers: Readonly<Record<string, string>>,
  isFramed: boolean,
])[] = [
  ['nothing is said', {}, true],
  ['X-Frame-Options', { 'X-Frame-Options': 'DENY' }, false],
  ['the policy names the shell', { 'Content-Security-Policy': `frame-ancestors ${shell}` }, true],
  ['the policy names nobody', { 'Content-Security-Policy': "frame-ancestors 'none'" }, false],
  [
    'the policy names the page itself',
    { 'Content-Security-Policy': "frame-ancestors 'self'" },
    false,
  ],
  ['the policy speaks of other things', { 'Content-Security-Policy': "default-src 'none'" }, true],
  [
    'X-Frame-Options does not count beside the policy (CSP 3, section 6.4.2)',
    { 'Content-Security-Policy': `frame-ancestors ${shell}`, 'X-Frame-Options': 'DENY' },
    true,
  ],
  [
    'one of two policies refuses',
    { 'Content-Security-Policy': `frame-ancestors ${shell}, frame-ancestors https://a.example` },
    false,
  ],
  ['a pattern of hosts', { 'Content-Security-Policy': 'frame-ancestors https://*.example' }, true],
  ['another port', { 'Content-Security-Policy': `frame-ancestors ${shell}:8443` }, false],
  ['any port', { 'Content-Security-Policy': `frame-ancestors ${shell}:*` }, true],
  ['a scheme', { 'Content-Security-Policy': 'frame-ancestors https:' }, true],
  [
    'another scheme',
    { 'Content-Security-Policy': 'frame-ancestors http://lectern.example' },
    false,
  ],
];

test.each(cases)('%s', (_what, headers, isFramed) => {
  const fault = framingFault(page, new Headers(headers), shell);
  expect(fault === undefined).toBe(isFramed);
});

const policies: readonly (readonly [policy: string | undefined, container: string, why: RegExp])[] =
  [
    ['same-origin', shell, /“same-origin”/],
    ['same-origin', page.origin, /^$/],
    // The shells may stand on its site.
    ['same-site', shell, /^$/],
    ['cross-origin', shell, /^$/],
    [undefined, shell, /^$/],
  ];

test.each(policies)('Cross-Origin-Resource-Policy: %s, asked by %s', (policy, container, why) => {
  const headers = new Headers(
    policy === undefined ? {} : { 'Cross-Origin-Resource-Policy': policy },
  );
  const fault = awayFault(page, headers, container);
  expect(fault?.why ?? '').toMatch(why);
});

const sandboxes: readonly (readonly [policy: string, why: RegExp])[] = [
  ["default-src 'self'", /^$/],
  ['sandbox allow-scripts allow-same-origin', /^$/],
  ['sandbox', /“sandbox”: it has an opaque origin/],
  ["default-src 'self'; Sandbox Allow-Scripts", /opaque origin/],
  ['sandbox allow-same-origin', /scripts do not run/],
  ['sandbox allow-scripts allow-same-origin, sandbox', /opaque origin/],
];

test.each(sandboxes)('Content-Security-Policy: %s', (policy, why) => {
  const fault = sandboxFault(new Headers({ 'Content-Security-Policy': policy }));
  expect(fault?.why ?? '').toMatch(why);
});
