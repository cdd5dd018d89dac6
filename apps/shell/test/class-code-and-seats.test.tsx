// @vitest-environment happy-dom
import decodeQr from 'qr/decode.js';
import { describe, expect, it, vi } from 'vitest';
import { QrCode } from '../src/classes/qr-code.tsx';
import { texts } from '../src/classes/texts/de.ts';
import { joinAddress, parseJoinCode } from '../src/session/kept-join-code.ts';
import {
  answers,
  classes,
  code,
  freshClassEach,
  open,
  person,
  press,
  render,
  row,
  seats,
  sent,
  shown,
  text,
} from './led-class-page.tsx';

/* The code by which pupils come into a class, and the seats of its licence. */

freshClassEach();

describe('the code', () => {
  const clipboard = (writeText: (text: string) => Promise<void>) => {
    const spy = vi.fn<typeof writeText>(writeText);
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText: spy } as never);
    return spy;
  };

  it('is another one after a question; the old link is shown no more', async () => {
    clipboard(() => Promise.reject(new Error('denied')));
    await open();
    await press(texts.copy);
    await shown(joinAddress(code).href);
    await press(texts.renew);
    await shown(texts.renewQuestion);
    await press(texts.back);
    await press(texts.renew);
    await press(texts.renewYes);
    await shown(texts.renewed);
    expect(sent('/transactions/createNew')).toMatchObject([
      { group_id: 'new', changes: [{ change_type: 'JOIN_CODE_RENEWED' }] },
    ]);
    await shown('NEUR-C0DE-2222');
    expect(text()).not.toContain(code);
  });

  it('is shown to the room as it is now; without one the room does not see who is in the class', async () => {
    const projected = () => document.querySelector('dialog[open] .projector-words')?.textContent;
    const choose = (policy: number) =>
      document.querySelectorAll<HTMLInputElement>('[type=radio]')[policy]!.click();
    await open();
    await press(texts.show);
    await vi.waitFor(() => expect(projected()).toContain(code));
    // As another teacher does it meanwhile.
    classes['new']!.name = '6b';
    await press(texts.renew);
    await press(texts.renewYes);
    await vi.waitFor(() => expect(projected()).toMatch(/^6b.*NEUR-C0DE-2222$/));
    choose(2);
    await vi.waitFor(() => expect(projected()).toBe(`6b${texts.codeClosed}`));
    choose(0);
    await vi.waitFor(() => expect(projected()).toContain('NEUR-C0DE-2222'));
    answers['/transactions/createNew'] = { status: 404, code: 'GROUP_NOT_FOUND' };
    delete classes['new'];
    choose(1);
    await vi.waitFor(() => expect(projected()).toBe(`6b${texts.codeClosed}`));
    await press(texts.close);
    expect(projected()).toBeUndefined();
  });

  it('is copied as a link', async () => {
    const copied = clipboard(async () => {});
    await open();
    await press(texts.copy);
    await shown(texts.copied);
    expect(copied).toHaveBeenCalledExactlyOnceWith(joinAddress(code).href);
  });

  it('as a QR code leads to its address', async () => {
    await open();
    const svg = document.querySelector('svg.classes-qr')!;
    const address = readQr(svg);
    expect(address).toBe(joinAddress(code).href);
    expect(parseJoinCode(new URL(address).search)).toBe(code);
  });

  it.each([
    `https://lernen.${'schule-am-see.'.repeat(12)}ch/?joinCode=${code}`,
    `https://lernen.example/?joinCode=${code}`,
  ])('is read from a QR code of whatever length: %s', async (address) => {
    render(<QrCode text={address} />);
    await vi.waitFor(() => expect(readQr(document.querySelector('svg')!)).toBe(address));
  });
});

/** Reads a code as a camera does, from pixels: some for each module. */
function readQr(svg: Element): string {
  const size = Number(svg.getAttribute('viewBox')!.split(' ').at(-1));
  const pixelsOfModule = 4;
  const width = size * pixelsOfModule;
  const data = new Uint8Array(width * width * 4).fill(255);
  const path = svg.querySelector('path')!.getAttribute('d')!;
  const modules = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)];
  // White around it, without which cameras find no code (ISO/IEC 18004).
  expect(Math.min(...modules.flatMap(([, x, y]) => [Number(x), Number(y)]))).toBe(4);
  for (const [, x, y] of modules)
    for (let dy = 0; dy < pixelsOfModule; dy++)
      for (let dx = 0; dx < pixelsOfModule; dx++) {
        const pixel = (Number(y) * pixelsOfModule + dy) * width + Number(x) * pixelsOfModule + dx;
        data.fill(0, pixel * 4, pixel * 4 + 3);
      }
  return decodeQr({ width, height: width, data }, { timeLimit: 10_000 });
}

describe('seats of a licence', () => {
  const license = {
    mandant_identifier: 'LECTERN',
    product_reference: 'wasser-entdecken',
    license_code: 'L-1',
    license_state: 'LICENSE_STATE_VALID',
    valid_from: '2026-08-01T00:00:00.000Z',
  };
  const holder = (subject: string) => ({ subject, obtained_at: '2026-08-17T06:00:00.000Z' });

  it('have the names of this class who hold them, and the number of those elsewhere', async () => {
    classes['new']!.people.push(
      person('mia-2', 'Mia Keller'),
      person('ben', 'Ben Frei', { display_name: 'Fuchs' }),
    );
    seats.push({ ...license, seats: 5, taken_seats: 3, holders: [holder('ben'), holder('mia-2')] });
    await open();
    await shown(texts.seats(3, 5));
    expect(text()).toContain(texts.seatsElsewhere(1));
    const names = [...document.querySelectorAll('.classes-names li')].map(
      ({ textContent }) => textContent,
    );
    expect(names).toEqual(['Fuchs', 'Mia Keller (2)']);
    expect(row('Mia Keller (1)')).not.toContain(texts.hasSeat);
    expect(row('Mia Keller (2)')).toContain(texts.hasSeat);
  });

  it('that are all taken say when there is one again', async () => {
    seats.push({ ...license, seats: 1, taken_seats: 1, holders: [holder('mia')] });
    await open();
    await shown(texts.seats(1, 1));
    expect(text()).toContain(texts.seatsFull);
  });

  it('that cannot be loaded leave the class as it is', async () => {
    answers['/groups/seats'] = { status: 500, code: 'INTERNAL' };
    await open();
    expect(text()).toContain(code);
  });
});
