import { beforeEach, describe, expect, it } from 'vitest';
import type { PageNotes } from '../src/notes/page-notes.ts';
import {
  colorIndexOf,
  editsFor,
  passagesOf,
  recolor,
  removePassage,
  write,
} from '../src/notes/passages.ts';
import { AnnotationsDouble, AnnotationService } from './annotations-double.ts';
import { anchor, conflictOn, load, onlyPassage, openOn, textIn, textsIn } from './notes-scene.ts';

let service: AnnotationService;
let container: AnnotationsDouble;
let notes: PageNotes;

beforeEach(async () => {
  service = new AnnotationService();
  container = new AnnotationsDouble(service);
  notes = await openOn(container);
});

describe('two devices that were offline', () => {
  let tablet: AnnotationsDouble;
  let there: PageNotes;

  /** Both write in the same note; the tablet is back first. */
  beforeEach(async () => {
    write(notes, { id: '', anchor }, 'Am Anfang');
    await notes.flush();
    container.deliver();
    tablet = new AnnotationsDouble(service);
    there = await openOn(tablet);
    write(there, onlyPassage(there), 'Auf dem Tablet');
    write(notes, onlyPassage(notes), 'Auf dem Handy');
    await Promise.all([there.flush(), notes.flush()]);
    tablet.deliver();
    container.deliver();
    await conflictOn(notes);
  });

  const settle = async (choice: 'this' | 'other' | 'both') => {
    notes.edit(...editsFor(notes.conflicts[0]!, choice, notes.items));
    await notes.flush();
    container.deliver();
    await load(there, tablet);
  };

  it('lose nothing while nobody has decided', async () => {
    expect(textsIn(notes)).toEqual(['Auf dem Handy']);
    expect(notes.conflicts[0]?.other.item.content).toMatchObject({
      content: { text: 'Auf dem Tablet' },
    });
    expect((await openOn(tablet)).conflicts).toHaveLength(1);
  });

  it.each([
    ['this', ['Auf dem Handy']],
    ['other', ['Auf dem Tablet']],
    ['both', ['Auf dem Handy', 'Auf dem Tablet']],
  ] as const)('agree after the choice of %s', async (choice, texts) => {
    await settle(choice);
    expect(textsIn(notes)).toEqual(texts);
    expect(textsIn(there)).toEqual(texts);
    expect([notes.conflicts, there.conflicts, service.copies]).toEqual([[], [], []]);
  });

  it('see both in the colour that the passage is marked with', async () => {
    recolor(notes, onlyPassage(notes), 'ANNOTATION_COLOR_3');
    await settle('both');
    expect(passagesOf(notes.items).map(colorIndexOf)).toEqual([
      'ANNOTATION_COLOR_3',
      'ANNOTATION_COLOR_3',
    ]);
  });

  it('keep what was written since the question came up', async () => {
    write(notes, onlyPassage(notes), 'Auf dem Handy, weiter');
    await settle('this');
    expect(textsIn(notes)).toEqual(['Auf dem Handy, weiter']);
    expect(textsIn(there)).toEqual(['Auf dem Handy, weiter']);
  });

  it('can keep both where this one has been removed since', async () => {
    removePassage(notes, onlyPassage(notes));
    expect(notes.conflicts[0]?.current).toBeUndefined();
    await settle('other');
    expect(textsIn(there)).toEqual(['Auf dem Tablet']);
    expect(service.copies).toEqual([]);
  });

  it('are not asked any more where the same was written since', () => {
    write(notes, onlyPassage(notes), 'Auf dem Tablet');
    expect(notes.conflicts).toEqual([]);
  });

  it('have decided, also if somebody writes on before that is on its way', async () => {
    container.failures.push({ code: 'UNAVAILABLE' });
    recolor(notes, onlyPassage(notes), 'ANNOTATION_COLOR_2');
    notes.edit(...editsFor(notes.conflicts[0]!, 'this', notes.items));
    write(notes, onlyPassage(notes), 'Auf dem Handy, weiter');
    expect(await notes.flush()).toBe(false);
    expect(await notes.flush()).toBe(true);
    container.deliver();
    expect(service.copies).toEqual([]);
    expect((await openOn(tablet)).conflicts).toEqual([]);
  });

  it('are asked about another note, too, that meets while a choice is on its way', async () => {
    const elsewhere = { ...anchor, quote: { exact: 'Sie kühlt ab.' } };
    const other = (of: PageNotes) =>
      passagesOf(of.items).find((passage) => passage.anchor.quote.exact === 'Sie kühlt ab.')!;
    write(there, { id: '', anchor: elsewhere }, 'Noch eine');
    await there.flush();
    tablet.deliver();
    await load(notes, container);
    write(there, other(there), 'Noch eine auf dem Tablet');
    write(notes, other(notes), 'Noch eine auf dem Handy');
    await Promise.all([there.flush(), notes.flush()]);
    tablet.deliver();
    notes.edit(...editsFor(notes.conflicts[0]!, 'this', notes.items));
    container.deliver();
    await conflictOn(notes);
    expect(notes.conflicts.map(({ other: { item } }) => textIn(item))).toEqual([
      'Noch eine auf dem Tablet',
    ]);
  });

  it('ask once: what has been decided stays so while it is on its way', async () => {
    notes.edit(...editsFor(notes.conflicts[0]!, 'this', notes.items));
    await notes.flush();
    await load(notes, container);
    expect(notes.conflicts).toEqual([]);
  });
});

describe('three devices that were offline', () => {
  let devices: readonly (readonly [AnnotationsDouble, PageNotes])[];

  /** All write in the same note; they are back one after the other. */
  const meet = async (texts: readonly string[]): Promise<void> => {
    write(notes, { id: '', anchor }, 'Am Anfang');
    await notes.flush();
    container.deliver();
    const others = texts.slice(1).map(() => new AnnotationsDouble(service));
    devices = [
      ...(await Promise.all(others.map(async (each) => [each, await openOn(each)] as const))),
      [container, notes],
    ];
    for (const [index, [, page]] of devices.entries())
      write(page, onlyPassage(page), texts[index]!);
    await Promise.all(devices.map(([, page]) => page.flush()));
    for (const [device] of devices) device.deliver();
    await conflictOn(notes);
  };
  const choose = async (choice: 'this' | 'other' | 'both'): Promise<void> => {
    notes.edit(...editsFor(notes.conflicts[0]!, choice, notes.items));
    await notes.flush();
    container.deliver();
  };
  const asked = () => notes.conflicts.map(({ other: { item } }) => textIn(item));

  it('are asked about one after the other: a choice gives up what it was about alone', async () => {
    await meet(['Tablet', 'Laptop', 'Handy']);
    expect(asked()).toEqual(['Laptop']);
    await choose('both');
    expect(asked()).toEqual([]);
    await load(notes, container);
    expect(asked()).toEqual(['Tablet']);
    await choose('both');
    expect(new Set(textsIn(await openOn(container)))).toEqual(
      new Set(['Handy', 'Laptop', 'Tablet']),
    );
    expect([notes.conflicts, service.copies]).toEqual([[], []]);
  });

  it('are shown what differs, where the newest copy says the same as what stands', async () => {
    await meet(['Tablet', 'gleich', 'Handy']);
    write(notes, onlyPassage(notes), 'gleich');
    await notes.flush();
    container.deliver();
    await load(notes, container);
    expect(asked()).toEqual(['Tablet']);
    await choose('other');
    expect(textsIn(notes)).toEqual(['Tablet']);
    expect(service.copies).toEqual([]);
  });
});

describe('a note that one device has removed and the other has changed', () => {
  it.each([
    ['this', []],
    ['other', ['Wichtig!']],
  ] as const)('is decided about, too: %s', async (choice, texts) => {
    write(notes, { id: '', anchor }, 'Am Anfang');
    await notes.flush();
    container.deliver();
    const tablet = new AnnotationsDouble(service);
    const there = await openOn(tablet);
    write(there, onlyPassage(there), 'Wichtig!');
    removePassage(notes, onlyPassage(notes));
    await Promise.all([there.flush(), notes.flush()]);
    tablet.deliver();
    container.deliver();
    await conflictOn(notes);
    expect(notes.conflicts[0]?.current).toBeUndefined();

    notes.edit(...editsFor(notes.conflicts[0]!, choice, notes.items));
    await notes.flush();
    container.deliver();
    const again = await openOn(tablet);
    expect(textsIn(again)).toEqual(texts);
    expect(again.conflicts).toEqual([]);
  });
});
