import { readFile } from 'node:fs/promises';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Loader } from '../src/loader/loader.tsx';

describe('the loader', () => {
  it('says Loading..., in English whatever the page speaks', () => {
    const shown = renderToStaticMarkup(<Loader isLoading />);
    expect(shown.replace(/<[^>]*>/g, '')).toBe('Loading...');
    expect(shown).toContain('lang="en"');
  });

  it('says nothing while nothing loads, and stays a status region', () => {
    const silent = renderToStaticMarkup(<Loader isLoading={false} />);
    expect(silent).toMatch(/^<output [^>]*><\/output>$/);
  });

  it('has the colour #95bf21 until another is given', () => {
    expect(renderToStaticMarkup(<Loader isLoading />)).toContain('--loader-color:#95bf21');
    expect(renderToStaticMarkup(<Loader isLoading color="tomato" />)).toContain(
      '--loader-color:tomato',
    );
  });

  it('has a mini variant, which the style sheet knows', async () => {
    expect(renderToStaticMarkup(<Loader isLoading />)).toContain('class="loader"');
    expect(renderToStaticMarkup(<Loader isLoading size="mini" />)).toContain(
      'class="loader loader-mini"',
    );
    const sheet = await readFile(new URL('../src/loader/loader.css', import.meta.url), 'utf8');
    expect(sheet).toContain('.loader-mini {');
  });
});
