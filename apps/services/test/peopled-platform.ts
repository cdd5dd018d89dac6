import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import type { PlatformOptions } from '../src/index.ts';
import { startJwtIssuer, type JwtIssuer } from './issuer.ts';
import { giveRole, startTestPlatform, type TestPlatform } from './platform.ts';

/** The services, and people without number, whose tokens an issuer signs. */
export interface PeopledPlatform {
  readonly platform: TestPlatform;
  readonly issuer: JwtIssuer;
  /** @param sub Name at the issuer; default: one that nobody has seen before. */
  newPerson(role?: string, sub?: string): Promise<SignedIn>;
  close(): Promise<void>;
}

export async function startPeopledPlatform(
  change: Partial<PlatformOptions> = {},
): Promise<PeopledPlatform> {
  const issuer = await startJwtIssuer();
  const platform = await startTestPlatform({
    furtherIdentityProviders: [issuer.options],
    ...change,
  });
  return {
    platform,
    issuer,
    async newPerson(role, sub = randomUUID()) {
      const who = await issuer.signIn(sub);
      if (role) await giveRole(platform.database, who.subject, role);
      return who;
    },
    async close() {
      await platform.close();
      issuer.close();
    },
  };
}
