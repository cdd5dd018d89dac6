import { publicResource, type XapiScope } from './resource.ts';
import { xapiVersions } from './version.ts';

/**
 * `about`: the versions that the store speaks, and what it can beyond them (xAPI 1.0.3, Communication 2.8;
 * IEEE 9274.1.1, 4.1.6.7).
 *
 * @param storeUrl IRL of the store, under which its extensions have their names.
 */
export function registerAbout(scope: XapiScope, storeUrl: string): void {
  const extensions = {
    [`${storeUrl}/lectern/each-result`]: {
      headers: { 'X-Lectern-Results': 'each', 'X-Lectern-Invalid': 'keep' },
      resource: 'statements',
    },
    [`${storeUrl}/lectern/refused-statements`]: { resource: 'lectern/refused-statements' },
  };
  publicResource(scope, '/about', async () => ({ version: xapiVersions, extensions }), []);
}
