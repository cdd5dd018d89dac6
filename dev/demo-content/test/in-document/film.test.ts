// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { issueOf } from '../../src/course/model.ts';
import { wasserkreislaufFilm } from '../../src/course/films.ts';
import { wasser } from '../../src/course/wasser.ts';
import { createFilm } from '../../src/views/film.ts';

it('a film that is left loads no more, and shows no captions', () => {
  const page = new AbortController();
  const film = createFilm(wasserkreislaufFilm, {
    issue: issueOf(wasser),
    container: Promise.resolve(undefined),
    signal: page.signal,
  });
  const video = film.querySelector('video')!;
  const captions = { mode: 'showing' };
  Object.defineProperty(film.querySelector('track')!, 'track', { value: captions });
  video.src = 'film.webm';
  // Without an address it lets go of the last one (HTML, 4.8.11.5).
  const load = vi.spyOn(video, 'load').mockImplementation(() => {
    expect(video.hasAttribute('src')).toBe(false);
  });
  page.abort();
  expect(load).toHaveBeenCalledOnce();
  expect(captions.mode).toBe('disabled');
});
