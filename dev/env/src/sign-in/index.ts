/** Signing in at the embedded identity provider without a browser. */
export type { Cookies } from './cookies.ts';
export { signInByForm } from './sign-in-by-form.ts';
