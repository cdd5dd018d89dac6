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

/** Where the parts of a film are to be had just now. */
interface Addresses {
  readonly film: string;
  readonly captions: string | undefined;
}

/**
 * A film with captions, and what it shows as a text. Nothing of it is loaded before it is started. The
 * container gives its addresses, for a limited time; without a container the files lie beside the page.
 */
export function createFilm(film: Film, { issue, container, signal }: FilmContext): HTMLElement {
  const { path, title, captions, poster, width, height } = film;
  const track = el('track', { kind: 'captions', srclang: 'de', label: 'Deutsch', default: true });
  const video = el(
    'video',
    {
      controls: true,
      playsinline: true,
      preload: 'none',
      // Captions of another origin are shown to nobody who has not asked for them so.
      crossorigin: 'anonymous',
      poster: poster.source,
      width: String(width),
      height: String(height),
      'aria-label': title,
      hidden: true,
    },
    track,
  );
  const start = el(
    'button',
    { type: 'button', class: 'film-start' },
    el('img', { src: poster.source, alt: '', width: String(width), height: String(height) }),
    el('span', { class: 'film-sign', 'aria-hidden': 'true' }),
    el('span.film-label', `Film abspielen: ${title}`),
  );
  const problem = el('p', { class: 'film-problem', role: 'status' });

  /** Undefined: the container does not give the film, or not now. */
  async function findAddresses(): Promise<Addresses | undefined> {
    const found = await container;
    if (!found) return { film: beside(path), captions: beside(captions) };
    const answer = await found.getFiles(issue, [path, captions]).catch(() => undefined);
    const addressOf = (wanted: string) =>
      answer?.files.find((file) => file.path === wanted)?.address;
    const address = addressOf(path);
    return address === undefined ? undefined : { film: address, captions: addressOf(captions) };
  }

  let renewals = 0;
  async function load(at: number): Promise<void> {
    problem.textContent = '';
    const addresses = await findAddresses();
    if (signal.aborted) return;
    if (!addresses) return giveUp();
    if (addresses.captions !== undefined) track.src = addresses.captions;
    video.src = addresses.film;
    video.currentTime = at;
    await video.play().catch(() => {});
  }

  function giveUp(): void {
    problem.textContent =
      'Der Film lässt sich gerade nicht abspielen. Was er zeigt, steht im Text darunter.';
    const hadFocus = video === document.activeElement;
    video.hidden = true;
    start.hidden = false;
    if (hadFocus) start.focus();
    renewals = 0;
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
    giveUp();
  });
  signal.addEventListener('abort', () => {
    // Chromium keeps a video whose captions are showing, and with it the whole page.
    track.track.mode = 'disabled';
    video.removeAttribute('src');
    // The video goes on loading until then, and keeps its decoder.
    video.load();
  });

  return el(
    'figure.film',
    el('div.film-frame', start, video),
    problem,
    el('figcaption', title),
    el(
      'details',
      el('summary', 'Was der Film zeigt'),
      ...film.description.map((text) => el('p', text)),
    ),
  );
}

/** Where a file of the publication lies that is shown without a container. */
function beside(path: string): string {
  return new URL(path, document.baseURI).href;
}
