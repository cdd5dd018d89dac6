import { BridgeError, type Container } from '@lectern/sdk';
import { hideNotice, showNotice } from './views/notices.ts';
import type { Work } from './work.ts';

type Works = ReadonlyMap<string, Work>;
/** Feedback and assignments that a teacher has typed and not given. */
type Drafts = Pick<Work, 'isUnsaved'>;

/**
 * The container is about to take the publication away, for whatever reason, and says by itself what
 * comes then. Only what it has not accepted needs a word: it leaves some time for that.
 */
export function watchTeardown(
  container: Pick<Container, 'on'>,
  works: Works,
  drafts: Drafts,
): void {
  container.on('teardown', () => {
    hideNotice('sign-out');
    void handOverLast(works, drafts);
  });
}

async function handOverLast(works: Works, drafts: Drafts): Promise<void> {
  const isAccepted = await handOver(works);
  if (drafts.isUnsaved)
    return showNotice(
      'teardown',
      'Diese Seite wird gleich geschlossen. Rückmeldungen und Aufträge, die Sie noch nicht gegeben haben, gehen verloren: Geben oder kopieren Sie sie jetzt.',
    );
  if (isAccepted) return;
  showNotice(
    'teardown',
    'Diese Seite wird gleich geschlossen, aber noch ist nicht alles gesichert. Kopiere, was noch fehlt. Alles andere wird übertragen, sobald du auf diesem Gerät wieder angemeldet bist.',
  );
}

/** Signs out once everything is accepted; what speaks against it is left to the learner to decide. */
export async function signOut(
  container: Pick<Container, 'logout'>,
  works: Works,
  drafts: Drafts,
): Promise<void> {
  hideNotice('sign-out');
  if (!(await handOver(works)))
    return ask(
      container,
      'Noch ist nicht alles gespeichert. Wenn du dich jetzt abmeldest, geht das Letzte verloren.',
    );
  if (drafts.isUnsaved)
    return ask(
      container,
      'Sie haben Rückmeldungen oder Aufträge geschrieben und noch nicht gegeben. Wenn Sie sich jetzt abmelden, gehen sie verloren.',
    );
  // The container delivers accepted work before it signs out.
  if ([...works.values()].some(isWaiting))
    return ask(
      container,
      'Noch ist nicht alles übertragen. Es bleibt auf diesem Gerät gesichert und wird übertragen, sobald du dich hier wieder anmeldest.',
    );
  return leave(container);
}

/** Resolves with whether everything is accepted; false, too, while a choice is to be made. */
async function handOver(works: Works): Promise<boolean> {
  const accepted = await Promise.all([...works.values()].map((work) => work.flush()));
  return accepted.every(Boolean);
}

function isWaiting({ status }: Work): boolean {
  return status.kind === 'kept' && status.transfer === 'waiting';
}

function ask(container: Pick<Container, 'logout'>, text: string): void {
  showNotice('sign-out', text, [
    { label: 'Hier bleiben', run: () => hideNotice('sign-out') },
    { label: 'Trotzdem abmelden', run: () => void leave(container) },
  ]);
}

async function leave(container: Pick<Container, 'logout'>): Promise<void> {
  try {
    await container.logout();
  } catch (error) {
    // The container asks by itself.
    if (error instanceof BridgeError && error.code === 'REFUSED') return;
    showNotice('sign-out', 'Das Abmelden hat nicht geklappt. Bitte versuche es noch einmal.');
  }
}
