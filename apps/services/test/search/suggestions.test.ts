import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editDistance } from '../../src/annotations/search/edit-distance.ts';
import { startLibrary, type Course, type Library } from './library.ts';

let library: Library;
let course: Course;

beforeAll(async () => {
  library = await startLibrary();
  course = library.newCourse();
  await course.publish([
    {
      title: 'Der Wasserkreislauf',
      text: 'Wolken bringen Regen. Das Grundwasser speist den Bach.',
    },
    { title: 'Am Bach', text: 'Im Bach lebt die Forelle. Der Müller wohnt an der Mühle.' },
    { title: 'Der See', text: 'Die Wolke spiegelt sich, die Verdunstung beginnt.' },
  ]);
});
afterAll(() => library?.close());

async function suggested(query: string): Promise<readonly string[] | undefined> {
  return (await course.search(library.mia, query)).suggested_queries;
}

describe('a query that finds nothing', () => {
  it.each([
    ['one letter too few', 'Grundwsser', 'Grundwasser'],
    ['one letter too much', 'Forellle', 'Forelle'],
    ['another letter', 'verdumstung', 'verdunstung'],
    ['two letters that changed places', 'Wasserkrieslauf', 'Wasserkreislauf'],
    ['a short word', 'Bahc', 'Bach'],
    ['an umlaut', 'Müüler', 'Müller'],
    ['the wrong one of two words', 'Bach Frelle', 'Bach Forelle'],
    ['the fourth of four words', 'Bach lebt Forelle wohtn', 'Bach lebt Forelle wohnt'],
    ['with what stands around it', '  Frelle!', '  Forelle!'],
  ])('is asked again as the course spells it: %s', async (_mistake, query, expected) => {
    expect((await suggested(query))?.[0]).toBe(expected);
  });

  it.each([
    ['nothing like it is there', 'Xylophon'],
    ['all words are there, but not together', 'Forelle Verdunstung'],
    ['a word is part of another', 'kreislauf Forelle'],
    ['it is too short to be like another', 'xy'],
    ['the mistyped word is the fifth', 'Bach lebt Forelle Müller wohtn'],
    ['it finds something', 'Forelle'],
    ['a part of the mistyped word finds something', 'Forele'],
  ])('has no other spelling where %s', async (_why, query) => {
    expect(await suggested(query)).toBeUndefined();
  });

  it('is spelled only in ways that find something', async () => {
    for (const query of (await suggested('Wolkn')) ?? [])
      expect((await course.search(library.mia, query)).hits).not.toEqual([]);
    expect(await suggested('Verdunsung Forelle')).toBeUndefined();
  });

  it('is spelled once for words of one stem', async () => {
    expect(await suggested('Wolkn')).toEqual(['Wolke']);
  });

  it('is spelled by titles alone where titles alone are searched', async () => {
    const { suggested_queries } = await course.search(library.mia, 'Frelle', {
      search_scopes: ['title'],
    });
    expect(suggested_queries).toBeUndefined();
  });

  it('is not spelled after the words of others', async () => {
    const other = library.newCourse();
    await other.publish([{ title: 'Berge', text: 'Stein.' }]);
    await other.write(library.ben, ['Geheimnis']);
    expect((await other.search(library.mia, 'Geheimnsi')).suggested_queries).toBeUndefined();
  });
});

it.each([
  ['bach', 'bach', 0],
  ['bahc', 'bach', 1],
  ['bch', 'bach', 1],
  ['baach', 'bach', 1],
  ['buch', 'bach', 1],
  ['wolke', 'bach', 3],
])('%s and %s are %i apart', (one, other, distance) => {
  expect(editDistance(one, other, 2)).toBe(distance);
});
