import { publicResource, type XapiScope } from './resource.ts';
import { xapiVersions } from './version.ts';

/** `about` (xAPI 1.0.3, Communication 2.8; IEEE 9274.1.1, 4.1.6.7). */
export function registerAbout(scope: XapiScope): void {
  publicResource(scope, '/about', async () => ({ version: xapiVersions }), []);
}
