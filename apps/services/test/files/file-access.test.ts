import { describe, expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { headersOf, outcomeOf } from '../security/requests.ts';
import { accessTo, publish, sha256, startFileWorld, type Person } from './file-world.ts';
import { licensed } from './licensed.ts';

/* Rows 44 and 56 of the security cases, and what is given beside the files that licences open. */

const world = startBeforeAll(startFileWorld);
const content = 'only for those who have a licence';

const publisher = makeBeforeAll(() => world.newPerson('administrator'));
const pupil = makeBeforeAll(() => world.newPerson());
const paid = makeBeforeAll(() =>
  publish(publisher, content, { file_name: 'Blatt.txt', media_type: 'text/plain' }),
);

const { access, refusalOf } = licensed(() => paid);

describe('a file', () => {
  test.each([
    ['another stage', { asset_stage: 'ASSET_STAGE_TEST' }],
    ['another type', { asset_type: 'ASSET_TYPE_WEB_PUB' }],
    ['a version that there is not', { version: 2 }],
    ['another name', { file_reference: 'nothing' }],
  ])('of %s is not found', async (_what, change) => {
    const license = await world.license(pupil);
    expect(await refusalOf(pupil, { ...license, ...change })).toBe('FILE_NOT_FOUND');
  });

  test('in the stage for tests is for those alone who may publish', async () => {
    const file = await publish(publisher, 'draft', {
      asset_stage: 'ASSET_STAGE_TEST',
      is_public: true,
    });
    const stage = { asset_stage: 'ASSET_STAGE_TEST' };
    expect(await refusalOf(pupil, stage, file)).toBe('FILE_NOT_FOUND');
    expect((await access(publisher, stage, file)).version).toBe(1);
  });

  test('that is public needs no licence', async () => {
    const file = await publish(publisher, 'for everybody', { is_public: true });
    const { address } = await access(pupil, {}, file);
    expect(await (await fetch(address)).text()).toBe('for everybody');
  });

  test('of another publisher with the same name is told apart by the licence', async () => {
    const file = await publish(publisher, 'other', {
      file_reference: paid.file_reference,
      mandant_identifier: 'ANOTHER',
    });
    const own = await world.license(pupil, { mandant_identifier: 'ANOTHER' });
    expect((await access(pupil, own, file)).content_hash).toBe(sha256('other'));
    const license = await world.license(pupil);
    expect((await access(pupil, license, file)).content_hash).toBe(sha256(content));
  });

  test('that is given comes beside the reasons for those that are not', async () => {
    const open = await publish(publisher, 'open', { is_public: true });
    const [first] = accessTo(open, pupil).file_access_dtos;
    const [second] = accessTo(paid, pupil).file_access_dtos;
    const failure = await pupil
      .as('atma')
      .fileAccess({ body: { file_access_dtos: [first!, { ...second!, dto_id: 'paid' }] } })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      messages: [{ code: 'LICENSE_REQUIRED', text: expect.stringMatching(/^paid: /) }],
      answer: {
        file_accesses: [
          { dto_id: 'file', file: { version: 1 } },
          { dto_id: 'paid', refusal: 'LICENSE_REQUIRED' },
        ],
      },
    });
  });

  test.each([
    '../../etc/passwd',
    '/etc/passwd',
    'a/../b',
    'a//b',
    'C:\\windows',
    '.hidden',
    'a/./b',
    'a%2f..',
  ])('row 44: has no name that leads elsewhere: %s', async (file_reference) => {
    const headers = headersOf(pupil);
    const body = JSON.stringify(accessTo({ file_reference }, pupil));
    const answer = world.platform.request('/atma/v2/file/access', headers, body);
    expect(await outcomeOf(answer)).toEqual([400, 'REQUEST_INVALID']);
  });
});

test('row 56: the cache is flushed by those who may, and not in a loop', async () => {
  const flush = (who?: Person) =>
    fetch(`${world.platform.url}/atma/v1/cache/flush`, {
      headers: {
        'X-Ia-Correlation-Id': 'x',
        ...(who && { Authorization: `Bearer ${who.token}` }),
      },
    });
  expect((await flush()).status).toBe(401);
  expect((await flush(pupil)).status).toBe(403);
  const statuses: number[] = [];
  for (let asked = 0; asked < 7; asked++) statuses.push((await flush(publisher)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
});
