import type { Provider } from 'oidc-provider';

/** A step of the Koa application that the protocol library is. */
export type Middleware = Parameters<Provider['use']>[0];
