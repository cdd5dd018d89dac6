import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EraseQuestion } from '../src/my-data/erase-question.tsx';
import { createMyDataDoor } from '../src/my-data/my-data-door.ts';
import { createPersonalData, isNotFresh } from '../src/my-data/personal-data.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { texts } from '../src/texts/texts.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { fakeServices, type ServiceAnswer, type ServiceRequest } from './fake-services.ts';
import { someSession } from './some-session.ts';
import { speak } from './speak.ts';

fakeBrowserForEachTest();

const erase = '/clag/v1/userData/delete';
const download = '/clag/v1/userData/download';

/** Finished actions, in order. */
let done: string[];
beforeEach(() => {
  done = [];
});

function open(answer: (request: ServiceRequest) => ServiceAnswer, forgets = 0) {
  const { clientOf, requests } = fakeServices((request) => {
    const { course_id_dto } = request.body as { course_id_dto?: { course_id: string } };
    done.push(`${request.path} ${course_id_dto?.course_id ?? ''}`.trim());
    return answer(request);
  }, 'mia');
  const data = createPersonalData({
    clientOf,
    subject: 'mia',
    courses: ['wasser', 'feuer'],
    outbox: {
      saveState: { state: 'refused', undelivered: 2, refused: 1 },
      async drained() {
        done.push('drained');
        return false;
      },
      async forgetCourse(courseId) {
        done.push(`forgotten ${courseId}`);
        return forgets;
      },
    },
    frame: { close: () => void done.push('content gone') },
  });
  return { data, requests };
}

describe('deleting', () => {
  it('erases every course, then what waits here, and what was saved in between', async () => {
    const { data, requests } = open(() => ({ erased_items_count: 5 }));
    expect(await data.erase()).toBe(20);
    expect(done).toEqual([
      `${erase} wasser`,
      `${erase} feuer`,
      'content gone',
      'drained',
      'forgotten wasser',
      'forgotten feuer',
      `${erase} wasser`,
      `${erase} feuer`,
    ]);
    for (const { body, headers } of requests) {
      expect(body).toEqual({ subject: 'mia', course_id_dto: { course_id: expect.any(String) } });
      expect(headers.get('X-Ia-Subject')).toBe('mia');
    }
  });

  it('leaves the content and what waits here where the service erases nothing', async () => {
    const { data } = open(() => ({ status: 403, code: 'PERMISSION_MISSING' }));
    await expect(data.erase()).rejects.toMatchObject({ code: 'PERMISSION_MISSING' });
    expect(done).toEqual([`${erase} wasser`]);
  });

  it('fails where only the second time fails: something may be left', async () => {
    let calls = 0;
    const { data } = open(() =>
      ++calls > 2 ? { status: 403, code: 'PERMISSION_MISSING' } : { erased_items_count: 5 },
    );
    await expect(data.erase()).rejects.toMatchObject({ code: 'PERMISSION_MISSING' });
  });
});

describe('downloading', () => {
  it('saves a file of each course, and says what is not in it yet', async () => {
    const saved: string[] = [];
    const link = { href: '', download: '', click: () => void saved.push(link.download) };
    vi.stubGlobal('document', { createElement: () => link });
    const { data } = open(() => new Blob(['a zip']));
    expect(await data.download(new AbortController().signal)).toBe(3);
    expect(done).toEqual(['drained', `${download} wasser`, `${download} feuer`]);
    expect(saved).toEqual([
      expect.stringMatching(/^lectern-wasser-\d{4}-\d\d-\d\d\.zip$/),
      expect.stringMatching(/^lectern-feuer-\d{4}-\d\d-\d\d\.zip$/),
    ]);
  });
});

describe('the account', () => {
  const refused = { status: 403, code: 'SIGN_IN_NOT_FRESH' };

  it.each([
    [['user.read', 'user.export-own', 'user.erase-own'], true, true],
    [['user.read', 'user.export-own'], true, false],
    [[], false, false],
  ])('with %j', async (permission_names, mayDownload, mayErase) => {
    const { data } = open(() => ({ role_names: [], permission_names }));
    expect(await data.account()).toEqual({ mayDownload, mayErase });
  });

  it('is downloaded as one file, once what waits here is delivered', async () => {
    const saved: string[] = [];
    const link = { href: '', download: '', click: () => void saved.push(link.download) };
    vi.stubGlobal('document', { createElement: () => link });
    const { data } = open(() => new Blob(['{}']));
    await data.downloadAccount(new AbortController().signal);
    expect(done).toEqual(['drained', '/aua/v1/user/downloadOwn']);
    expect(saved).toEqual([expect.stringMatching(/^lectern-account-\d{4}-\d\d-\d\d\.json$/)]);
  });

  it('is erased with what waits here, and nothing is asked of a service afterwards', async () => {
    const { data, requests } = open(() => ({
      erasure: { job_id: crypto.randomUUID(), state: 'DONE', steps: [] },
    }));
    await data.eraseAccount();
    expect(done).toEqual([
      '/aua/v1/user/deleteOwn',
      'content gone',
      'forgotten wasser',
      'forgotten feuer',
    ]);
    expect(requests[0]?.body).toEqual({ subject: 'mia' });
  });

  it('stays with all that there is where a sign-in of just now is missing', async () => {
    const { data } = open(() => refused);
    const error: unknown = await data.eraseAccount().catch((reason: unknown) => reason);
    expect(isNotFresh(error)).toBe(true);
    expect(done).toEqual(['/aua/v1/user/deleteOwn']);
  });
});

describe.each([
  ['de-CH', 'Deine Lizenzen, dein Konto', 'Endgültig löschen'],
  ['en-US', 'Your account, licences, classes', 'Delete for good'],
  ['fr-CH', 'Ton compte, tes licences', 'Supprimer définitivement'],
  ['it-CH', 'Restano il tuo account, le licenze', 'Elimina definitivamente'],
])('the question in %s', (locale, notErased, yes) => {
  it('says what is erased and what is not, and takes no yes before it is understood', async () => {
    await speak(locale);
    const markup = renderToStaticMarkup(
      <EraseQuestion
        warnings={[texts.myData.erased('Wasser'), texts.myData.notErased]}
        isErasing={false}
        failure={undefined}
        onKeep={fail}
        onErase={fail}
      />,
    );
    expect(markup).toContain('Wasser');
    expect(markup).toContain(notErased);
    expect(markup).toMatch(/<input type="checkbox"[^>]*aria-describedby=/);
    expect(markup).toMatch(new RegExp(`<button[^>]*aria-disabled="true"[^>]*>${yes}</button>`));
    expect(markup).not.toContain('role="alert"');
  });
});

it('says how much was erased', async () => {
  await speak('de-CH');
  const { deletedAmount } = texts.myData;
  expect(deletedAmount(1)).toBe('1 Eintrag wurde gelöscht.');
  expect(deletedAmount(31)).toBe('31 Einträge wurden gelöscht.');
});

describe('the way to the dialog', () => {
  const parts = () => ({
    title: 'Wasser',
    clientOf: fakeServices(() => ({})).clientOf,
    outbox: { current: undefined },
    frame: { close: fail } as never,
    signInAnew: fail,
    signOut: fail,
  });

  it('is not there where the configuration names no courses', () => {
    const store = createSessionStore({ name: 'signed-in', session: someSession('mia') });
    expect(createMyDataDoor({ ...parts(), courses: [], store })).toBeUndefined();
  });

  it('is offered to whoever is signed in', () => {
    const store = createSessionStore({ name: 'signed-in', session: someSession('mia') });
    const door = createMyDataDoor({ ...parts(), courses: ['wasser'], store });
    expect(door?.isOffered).toBe(true);
    store.dispatch({ type: 'sign-out requested', reason: { kind: 'token expired' } });
    expect(door?.isOffered).toBe(false);
  });
});

function fail(): never {
  throw new Error('No part of this test');
}
