import { beforeAll, expect, test } from 'vitest';
import { refusedFiles } from './refused-files.ts';

/*
 * The import directions of ARCHITECTURE.md, each as a file that keeps or breaks one. A rule of the
 * linter that silently matches nothing would otherwise look like a rule that nobody breaks.
 */
const directions: readonly [from: string, imported: string, allowed: boolean][] = [
  ['packages/contracts/src/users', '../define.ts', true],
  ['packages/contracts/src/users', '@lectern/sdk', false],
  ['packages/contracts/src', 'node:fs', false],
  ['packages/contracts/src', 'react', false],
  ['packages/sdk/src', './protocol.ts', true],
  ['packages/sdk/src', 'zod', false],
  ['packages/sdk/src', '@lectern/contracts', false],
  ['packages/sdk/src', '../testing/index.ts', false],
  ['packages/languages/src', './index.ts', true],
  ['packages/languages/src', 'node:fs', false],
  ['packages/languages/src', '@lectern/contracts', false],
  ['packages/annotations/src', 'approx-string-match', true],
  ['packages/annotations/src', '@lectern/contracts', false],
  ['packages/annotations/src', '@lectern/sdk', false],
  ['packages/annotations/src', 'react', false],
  ['packages/annotations/src', 'node:fs', false],
  ['packages/author/src', '@lectern/simulator', true],
  ['packages/author/src/publish', '@lectern/contracts/client', true],
  ['packages/author/src', '@lectern/env', false],
  ['packages/author/src', '@lectern/chromium', false],
  ['packages/author/src', '@lectern/e2e', false],
  ['packages/author/src', 'playwright-core', false],
  ['packages/author/src', '../../sdk/src/client.ts', false],
  ['packages/simulator/src/check', '@lectern/sdk/protocol', true],
  ['packages/simulator/src', '@lectern/env', true],
  ['packages/simulator/src/check', '@lectern/chromium', true],
  ['packages/simulator/src', '@lectern/author', false],
  ['packages/simulator/src/check', '@lectern/e2e', false],
  ['packages/simulator/src', '@lectern/env/testing', false],
  ['packages/simulator/src', '@lectern/env/casts', false],
  ['packages/simulator/src', '@lectern/services', false],
  ['packages/simulator/src', '@lectern/shell/bridge', false],
  ['packages/simulator/src', '../../sdk/src/client.ts', false],
  ['packages/chromium/src', 'playwright-core', true],
  ['packages/chromium/src', '@lectern/env', false],
  ['packages/chromium/src', '@lectern/e2e', false],
  ['packages/course-import/player', '@lectern/sdk', true],
  ['packages/course-import/player', '@lectern/languages', true],
  ['packages/course-import/player', '../src/course.ts', true],
  ['packages/course-import/player', '@lectern/sdk/protocol', false],
  ['packages/course-import/src', '@lectern/contracts', false],
  ['packages/course-import/src', '../testing/index.ts', false],
  ['packages/course-import/src', '../../sdk/src/client.ts', false],
  ['apps/shell/src/auth', '@lectern/contracts/client', true],
  ['apps/shell/src/bridge', '@lectern/sdk/protocol', true],
  ['apps/shell/src/bridge', '@lectern/sdk', false],
  ['apps/shell/src', '@lectern/services', false],
  ['apps/shell/src', '@lectern/env', false],
  ['apps/shell/src', 'node:fs', false],
  ['apps/shell/src/outbox/model', '../../bridge/bridge-failure.ts', true],
  ['apps/shell/src/outbox/model', '../disk/lanes.ts', false],
  ['apps/shell/src/outbox/model', '@lectern/services', false],
  ['apps/shell/src/outbox/disk', '../model/row.ts', true],
  ['apps/shell/src/outbox/disk', '../send/sender.ts', false],
  ['apps/shell/src/outbox/disk', '@lectern/services', false],
  ['apps/shell/src/outbox/send', '../disk/lanes.ts', true],
  ['apps/shell/src/outbox/send', '../view/read.ts', false],
  ['apps/shell/src/outbox/send', '../open-outbox.ts', false],
  ['apps/shell/src/outbox/view', '../disk/lanes.ts', true],
  ['apps/shell/src/outbox/view', '../send/sender.ts', false],
  ['apps/shell/src/outbox/view', '@lectern/services', false],
  ['apps/services/src', './users/calls.ts', true],
  ['apps/services/src/users', '../http/routes.ts', true],
  ['apps/services/src/users', '@lectern/contracts', true],
  ['apps/services/src/users', '../licenses/public.ts', true],
  ['apps/services/src/users', '../licenses/device.ts', false],
  ['apps/services/src/users/user', '../../licenses/public.ts', true],
  ['apps/services/src/users/user', '../../licenses/license/obtain.ts', false],
  ['apps/services/src/users', '../course-access/public.ts', true],
  ['apps/services/src/users', '../course-access/door.ts', false],
  ['apps/services/src/course-access', '../licenses/public.ts', true],
  ['apps/services/src/course-access', '../licenses/device.ts', false],
  ['apps/services/src/http', '../users/public.ts', false],
  ['apps/services/src/users', '@lectern/env', false],
  ['apps/services/src/users', '@lectern/simulator', false],
  ['apps/services/src/jobs', '../storage/database.ts', true],
  ['apps/services/src/jobs', '../files/sweep.ts', false],
  ['apps/services/src/outgoing', '../json-survey.ts', true],
  ['apps/services/src/outgoing', '../http/errors.ts', false],
  ['apps/services/src/storage/tables', '../database.ts', true],
  ['apps/services/src/storage', '../http/errors.ts', false],
  ['apps/services/src/storage/tables', '../../users/public.ts', false],
  ['apps/services/src/storage', '@lectern/contracts', false],
  ['apps/services/src/storage', '../operations/metrics.ts', false],
  ['apps/services/src/docs', '../users/public.ts', false],
  ['apps/services/src/operations', '../users/directories.ts', true],
  ['apps/services/src/commands', '../groups/roster.ts', true],
  ['dev/demo-content/src', '@lectern/sdk', true],
  ['dev/demo-content/src', '@lectern/annotations', true],
  ['dev/demo-content/src/views', '@lectern/contracts', false],
  ['dev/demo-content/src', '@lectern/sdk/protocol', false],
  ['apps/env/src', '@lectern/services', true],
  ['apps/env/src', '../../../apps/services/src/index.ts', false],
  ['apps/env/src', '@lectern/e2e', false],
  ['apps/env/src', '@lectern/simulator', false],
  ['apps/env/src', '@lectern/env/testing', false],
  ['apps/env/src', '../testing/index.ts', false],
  ['dev/e2e/test', '@lectern/env', true],
  ['dev/e2e/test', '../../../apps/env/src/index.ts', false],
  ['dev/bench/src', '@lectern/env/src/platform.ts', false],
];

const fileOf = (index: number) => `${directions[index]![0]}/direction-${index}.ts`;
const contentOf = (imported: string) =>
  `import { thing } from '${imported}';\n\nexport const used = thing;\n`;

let refused: ReadonlySet<string>;

beforeAll(async () => {
  refused = await refusedFiles(
    directions.map(([, imported], index) => [fileOf(index), contentOf(imported)] as const),
    /no-restricted-imports/,
  );
});

test.each(directions.map((direction, index) => [...direction, index] as const))(
  '%s → %s: %s',
  (_from, _imported, allowed, index) => {
    expect(refused.has(fileOf(index))).toBe(!allowed);
  },
);
