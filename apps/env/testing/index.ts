/** Parts for tests of the services: real databases and real tokens, without a browser. */
export { clients } from '../src/identity-provider/clients.ts';
export { requiredVariables } from '../src/identity-provider/environment.ts';
export type { ProvidedContext } from './provided-context.ts';
export { createTestDatabase } from './database.ts';
export { startTestDatabase, type TestDatabase } from './test-database.ts';
export {
  startS3Server,
  type S3Answer,
  type S3Manners,
  type S3Request,
  type S3Server,
} from './s3-server.ts';
export { startTestServer, type TestServer } from './test-server.ts';
export {
  startTestIdentityProvider,
  type SignedIn,
  type TestIdentityProvider,
  type TestIdentityProviderOptions,
} from './identity-provider.ts';
