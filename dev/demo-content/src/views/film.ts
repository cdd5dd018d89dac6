import type { Container, PublicationIssue } from '@lectern/sdk';
import type { Film } from '../course/model.ts';
import { el } from '../dom.ts';

/** Where a film is looked for. */
export interface FilmContext {
  readonly issue: PublicationIssue;
  readonly container: Promise<Container | undefined>;
  /** Ends with the page. */
  readonly signal: AbortSignal;
}

/**
 * A film with captions, and what it shows as a text. Nothing of it is loaded before it is started. Its
 * address the container gives, for a limited time; where it gives none, the file lies beside the page.
 */
export function createFilm(film: Film, { issue, container, signal }: FilmContext): HTMLElement {
  const { path, title, captions, poster, width, height } = film;
  const video = el(
    'video',
    {
      controls: true,
      playsinline: true,
      preload: 'none',
      poster: poster.source,
      width: String(width),
      height: String(height),
      'aria-label': title,
      hidden: true,
    },
    el('track', {
      kind: 'captions',
      src: captions,
      srclang: 'de',
      label: 'Deutsch',
      default: true,
    }),
  );
  const start = el(
    'button',
    { type: 'button', class: 'film-start' },
    el('img', { src: poster.source, alt: '', width: String(width), height: String(height) }),
    el('span', { class: 'film-sign', 'aria-hidden': 'true' }),
    el('span', { class: 'film-label' }, `Film abspielen: ${title}`),
  );
  const problem = el('p', { class: 'film-problem', role: 'status' });

  async function addressOf(): Promise<string> {
    const beside = new URL(path, document.baseURI).href;
    const found = await container;
    const given = await found?.getFiles(issue, [path]).catch(() => undefined);
    return given?.files.find((file) => file.path === path)?.address ?? beside;
  }

  let renewals = 0;
  async function load(at: number): Promise<void> {
    problem.textContent = '';
    const address = await addressOf();
    if (signal.aborted) return;
    video.src = address;
    video.currentTime = at;
    await video.play().catch(() => {});
  }

  start.addEventListener('click', () => {
    start.hidden = true;
    video.hidden = false;
    video.focus();
    void load(0);
  });
  video.addEventListener('playing', () => (renewals = 0));
  video.addEventListener('error', () => {
    // After a long pause the address may not be good any more.
    renewals += 1;
    if (renewals === 1) return void load(video.currentTime);
    problem.textContent =
      'Der Film lässt sich gerade nicht abspielen. Was er zeigt, steht im Text darunter.';
    video.hidden = true;
    start.hidden = false;
    renewals = 0;
  });
  signal.addEventListener('abort', () => video.removeAttribute('src'));

  return el(
    'figure',
    { class: 'film' },
    el('div', { class: 'film-frame' }, start, video),
    problem,
    el('figcaption', {}, title),
    el(
      'details',
      {},
      el('summary', {}, 'Was der Film zeigt'),
      ...film.description.map((text) => el('p', {}, text)),
    ),
  );
}
