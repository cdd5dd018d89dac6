import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { roundsOf } from '../../../../../test/rounds.ts';
import { clientsAt, giveRole, type TestPlatform } from '../../platform.ts';
import { startTestProcess } from '../../process.ts';
import { clientOf, keyWith } from '../xapi/requests.ts';
import { bringIn, findStatements, launchUnit, runUnit, unit, type RunningUnit } from './course.ts';

type Id = { readonly id: string };

/** How many statements are acknowledged before each kill. */
const acknowledgedBefore = [30, 2, 75].slice(0, roundsOf(1));

test.each(acknowledgedBefore)(
  'after a kill with %i acknowledged, sessions and statements say the same, and the rest can be told',
  async (enough) => {
    const process = await startTestProcess({ LECTERN_PUBLIC_URL: 'http://localhost' });
    const at = { url: process.url };
    const platform = {
      ...process,
      get url() {
        return at.url;
      },
      as: (...given: Parameters<TestPlatform['as']>) => clientsAt(at.url)(...given),
    } as unknown as TestPlatform;
    const { database, identityProvider } = process;
    const [mia, publisher] = await Promise.all([
      identityProvider.signIn('mia'),
      identityProvider.signIn('lea'),
    ]);
    await giveRole(database, publisher.subject, 'publisher');
    const brought = await bringIn(platform, publisher, [unit('wolken'), unit('wind')]);
    const courses = Array.from({ length: 6 }, () => ({
      ...brought,
      key: { course_id: randomUUID(), issue_id: '1' },
    }));
    const acknowledged: string[] = [];
    const untold: { readonly au: RunningUnit; readonly statements: object[] }[] = [];

    const work = async (course: (typeof courses)[number]): Promise<void> => {
      for (let round = 0; ; round += 1) {
        const au = await runUnit(
          platform,
          await launchUnit(platform, mia, course, round % 2 ? 'wind' : 'wolken'),
        );
        // Every third session is given up, so that the next launch abandons it.
        const verbs = ['initialized', 'failed', ...(round % 3 ? ['terminated'] : [])];
        const statements = verbs.map((verb) => au.statement(verb));
        for (const [place, statement] of statements.entries()) {
          const answer = await au.send(statement).catch(() => undefined);
          if (!answer?.ok) return void untold.push({ au, statements: statements.slice(place) });
          acknowledged.push((statement as unknown as Id).id);
          if (acknowledged.length >= enough) process.kill('SIGKILL');
        }
      }
    };
    await Promise.all(courses.map((course) => work(course).catch(() => {})));
    await process.exited;
    at.url = await process.takeOver();

    const reader = clientOf(platform, await keyWith(platform, 'all/read'));
    const posted = async () =>
      (await findStatements(reader, { limit: '250' })) as unknown as (Id & {
        verb: Id;
        context: { extensions: Readonly<Record<string, string>> };
      })[];
    const sessions = () => database.selectFrom('lars.cmi5_sessions').selectAll().execute();
    const recordedIds = async () =>
      (await sessions()).flatMap(({ told }) =>
        Object.values(told).map((statement) => (statement as Id).id),
      );
    const idsOf = async (pattern: RegExp) =>
      (await posted()).filter(({ verb }) => pattern.test(verb.id)).map(({ id }) => id);
    const ofUnits = /(?:initialized|failed|terminated)$/;

    const stored = await idsOf(ofUnits);
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
    expect((await recordedIds()).sort()).toEqual(stored.toSorted());
    expect(await idsOf(/launched$/)).toHaveLength((await sessions()).length);

    for (const { au, statements } of untold) {
      for (const statement of statements) expect((await au.send(statement)).status).toBe(200);
    }
    expect((await recordedIds()).sort()).toEqual((await idsOf(ofUnits)).sort());
    for (const course of courses) await launchUnit(platform, mia, course, 'wind');
    const ended = (await sessions()).filter(({ ended_by }) => ended_by === 'abandoned');
    expect(await idsOf(/abandoned$/)).toHaveLength(ended.length);
    expect((await sessions()).filter(({ ended_at }) => !ended_at)).toHaveLength(courses.length);
  },
  60_000,
);
