import type { SignedIn } from '@lectern/env/testing';
import type { PlatformOptions } from '../../../src/index.ts';
import { giveRole, startTestPlatform, type TestPlatform } from '../../platform.ts';

export interface School {
  readonly platform: TestPlatform;
  readonly mia: SignedIn;
  readonly ben: SignedIn;
  readonly publisher: SignedIn;
  close(): Promise<void>;
}

/** A platform with two learners, and somebody who publishes. */
export async function startSchool(change: Partial<PlatformOptions> = {}): Promise<School> {
  const platform = await startTestPlatform(change);
  const [mia, ben, publisher] = await Promise.all(
    (['mia', 'ben', 'lea'] as const).map((name) => platform.identityProvider.signIn(name)),
  );
  await giveRole(platform.database, publisher!.subject, 'publisher');
  return {
    platform,
    mia: mia!,
    ben: ben!,
    publisher: publisher!,
    close: () => platform.close(),
  };
}
