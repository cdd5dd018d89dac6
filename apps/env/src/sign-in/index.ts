/** Signing in at the embedded identity provider without a browser. */
export { discoverClient, signInByCode } from './code-flow.ts';
export type { Cookies } from './cookies.ts';
export { signInByForm } from './sign-in-by-form.ts';
