import { describe, expect, it, vi } from 'vitest';
import { session, tableForEachTest } from './request-table-scene.ts';
import type { ServiceAnswer, ServiceRequest } from './fake-services.ts';

const { create, lead, setUnsaved } = tableForEachTest();

const issue = { course_id_dto: { course_id: 'wetter' }, issue_id_dto: { issue_id: 'w-1' } };
const auId = 'https://verlag.example/wetter/wolken';
const page = 'https://content.example/wetter/index.html?v=1.0.0';
const unit = { ...issue, au_id: auId, page };
const hash = 'ba883dea6be50b4659d924d8fd7ffe101bad247d250b0d7bb5eb0f5748b68fcd';
const secret = 'fetch=https%3A%2F%2Fservices.example%2Flars%2Fcmi5%2Ffetch%3Fk%3Dsecret';

const published = {
  version: 1,
  mandant_identifier: 'LECTERN',
  product_references: ['wasser-entdecken'],
  files: [
    {
      path: 'cmi5-structure.json',
      file_reference: 'r',
      asset_stage: 'ASSET_STAGE_PROD',
      asset_type: 'ASSET_TYPE_WEB_PUB',
      file_version: 1,
      content_hash: hash,
      size_in_bytes: 300,
      media_type: 'application/json',
    },
  ],
};
const progress = {
  registration: 'c0ffee00-0000-4000-8000-000000000002',
  is_satisfied: false,
  satisfied_block_ids: [],
  aus: [
    { au_id: auId, is_satisfied: true, is_completed: false, success: 'passed', scaled_score: 0.8 },
  ],
};
const launched = {
  launch_url: `https://content.example/wetter/wolken.html?${secret}`,
  launch_method: 'AnyWindow',
  registration: progress.registration,
  session_id: 'c0ffee00-0000-4000-8000-000000000003',
};

/** The services, with other answers in place of some. */
function services(other: Readonly<Record<string, ServiceAnswer>> = {}, of = session) {
  const answers: Readonly<Record<string, ServiceAnswer>> = {
    '/clag/v1/publishing/getFiles': published,
    '/lars/v1/cmi5/getProgress': progress,
    '/lars/v1/cmi5/launch': launched,
    ...other,
  };
  return create({
    state: { name: 'signed-in', session: of },
    answer: ({ path }: ServiceRequest) => answers[path]!,
  });
}

const opening = () => {
  const opened = { opener: {} };
  const open = vi.fn<typeof window.open>(() => opened as unknown as Window);
  vi.stubGlobal('window', { open });
  return { open, opened };
};

describe('getCmi5Progress', () => {
  it('gives what the user has done of the structure that the issue has published: CMI5-1', async () => {
    const { ask, requests } = services();
    const { registration: _, ...shown } = progress;
    expect(await ask('getCmi5Progress', issue)).toEqual(shown);
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      [
        '/clag/v1/publishing/getFiles',
        { course_id: 'wetter', issue_id: 'w-1', paths: ['cmi5-structure.json'] },
      ],
      [
        '/lars/v1/cmi5/getProgress',
        { subject: 'mia', course_id: 'wetter', issue_id: 'w-1', structure_hash: hash },
      ],
    ]);
  });
});

describe.each([
  ['getCmi5Progress', issue],
  ['launchCmi5', unit],
])('%s', (action, payload) => {
  it.each<[string, ServiceAnswer]>([
    ['was never published', { status: 404, code: 'ISSUE_NOT_FOUND' }],
    ['has no structure', { ...published, files: [] }],
    ['is of another product', { ...published, product_references: ['geometrie'] }],
    ['is of no product', { ...published, product_references: [] }],
    ['is of another publisher', { ...published, mandant_identifier: 'ANDERE' }],
  ])('is refused where the issue %s, and asks nothing more: CMI5-1', async (_, answer) => {
    const { ask, requests } = services({ '/clag/v1/publishing/getFiles': answer });
    await expect(ask(action, payload)).rejects.toMatchObject({ code: 'REFUSED' });
    expect(requests).toHaveLength(1);
    expect(lead).not.toHaveBeenCalled();
  });
});

describe('launchCmi5', () => {
  it('opens a unit of the content’s origin in the frame: CMI5-2', async () => {
    const { ask, requests } = services();
    const { open } = opening();
    expect(await ask('launchCmi5', { ...unit, launch_mode: 'Review' })).toEqual({
      opened_in: 'frame',
    });
    expect(lead).toHaveBeenCalledExactlyOnceWith(launched.launch_url);
    expect(open).not.toHaveBeenCalled();
    expect(requests[1]).toMatchObject({
      path: '/lars/v1/cmi5/launch',
      body: {
        subject: 'mia',
        course_id: 'wetter',
        issue_id: 'w-1',
        structure_hash: hash,
        au_id: auId,
        content_url: page,
        return_url: page,
        launch_mode: 'Review',
        license: {
          license_code: 'L-1',
          product_reference: 'wasser-entdecken',
          device_identifier: 'd'.repeat(32),
        },
      },
    });
    // The page that held work is gone, and can take nothing back.
    expect(setUnsaved).toHaveBeenCalledExactlyOnceWith(false);
  });

  it.each([
    ['has none', []],
    ['has one of another publisher', [{ ...session.licences[0]!, mandant_identifier: 'ANDERE' }]],
    ['has one for another product', [{ ...session.licences[0]!, product_reference: 'geometrie' }]],
  ])('names no licence where the user %s: the service decides', async (_, licences) => {
    const { ask, requests } = services({}, { ...session, licences });
    opening();
    await ask('launchCmi5', unit);
    expect(requests[1]).toMatchObject({ path: '/lars/v1/cmi5/launch' });
    expect(requests[1]!.body).not.toHaveProperty('license');
  });

  it.each([
    ['is on another origin', { ...launched, launch_url: `https://lti.example/a?${secret}` }],
    ['wants a window of its own', { ...launched, launch_method: 'OwnWindow' }],
  ])('opens a unit that %s in a window: CMI5-2', async (_, answer) => {
    const { ask } = services({ '/lars/v1/cmi5/launch': answer });
    const { open, opened } = opening();
    expect(await ask('launchCmi5', unit)).toEqual({ opened_in: 'window' });
    expect(open).toHaveBeenCalledExactlyOnceWith(answer.launch_url, '_blank');
    expect(opened.opener).toBeNull();
    expect(lead).not.toHaveBeenCalled();
    expect(setUnsaved).not.toHaveBeenCalled();
  });

  it('says so where the browser blocks the window', async () => {
    const { ask } = services({
      '/lars/v1/cmi5/launch': { ...launched, launch_method: 'OwnWindow' },
    });
    opening().open.mockReturnValue(null);
    await expect(ask('launchCmi5', unit)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('tells the page nothing of the launch’s address, not even by a failure: CMI5-3', async () => {
    const { ask } = services();
    const answers = [await ask('launchCmi5', unit)];
    const foreign = services({
      '/lars/v1/cmi5/launch': { ...launched, launch_method: 'OwnWindow' },
    });
    opening().open.mockReturnValue(null);
    answers.push(await foreign.ask('launchCmi5', unit).catch((error: Error) => error.message));
    expect(JSON.stringify(answers)).not.toContain('secret');
  });

  it.each([
    ['another origin', { ...unit, page: 'https://evil.example/index.html' }],
    ['an origin that only looks like it', { ...unit, page: 'https://content.example.evil/' }],
    ['the shell', { ...unit, page: 'https://shell.example/' }],
    ['a script', { ...unit, page: 'javascript:alert(1)' }],
    ['no address', { ...unit, page: 'index.html' }],
    ['an endless address', { ...unit, page: `https://content.example/${'x'.repeat(2_048)}` }],
  ])('leads back to no page of %s: CMI5-2', async (_, payload) => {
    const { ask, requests } = services();
    await expect(ask('launchCmi5', payload)).rejects.toMatchObject({ code: 'BAD_PAYLOAD' });
    expect(requests).toEqual([]);
  });

  it.each([
    ['a structure of its own choice', { ...unit, structure_hash: hash }],
    ['somebody else', { ...unit, subject: 'lea' }],
    ['no unit', { ...issue, page }],
    ['an unknown mode', { ...unit, launch_mode: 'Exam' }],
  ])('takes no %s', async (_, payload) => {
    const { ask, requests } = services();
    await expect(ask('launchCmi5', payload)).rejects.toMatchObject({ code: 'BAD_PAYLOAD' });
    expect(requests).toEqual([]);
  });

  it('is refused for a unit that the structure does not have', async () => {
    const { ask } = services({
      '/lars/v1/cmi5/launch': { status: 404, code: 'AU_NOT_FOUND' },
    });
    await expect(ask('launchCmi5', unit)).rejects.toMatchObject({
      code: 'REFUSED',
      message: 'Refused: AU_NOT_FOUND.',
    });
  });

  it('opens nothing for whoever has signed out meanwhile', async () => {
    const { ask, store } = create({
      answer({ path }) {
        if (path !== '/lars/v1/cmi5/launch') return published;
        store.dispatch({ type: 'sign-out requested', reason: { kind: 'token expired' } });
        return launched;
      },
    });
    await expect(ask('launchCmi5', unit)).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
    expect(lead).not.toHaveBeenCalled();
  });
});
