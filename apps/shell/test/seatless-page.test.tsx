import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { LoginProblem } from '../src/routes/login-problem.tsx';
import { Seatless } from '../src/routes/seatless.tsx';
import { speak } from './speak.ts';

type Props = Parameters<typeof Seatless>[0];
type Shown = Pick<Props, 'obstacle' | 'contentBefore'>;

const title = 'Wasser entdecken';
const shell = { configuration: { project: { title, favicon: '/f.svg' } } } as Props;

beforeAll(() => speak('de-CH'));

function page(shown: Shown): string {
  return renderToStaticMarkup(<Seatless {...shell} {...shown} />);
}

describe('the page without a seat', () => {
  const obstacles = ['used elsewhere', 'seats taken', 'device limit'] as const;

  it.each(obstacles)('(%s) says that work is saved only where it is', (obstacle) => {
    expect(page({ obstacle, contentBefore: 'saved' })).toContain(
      'Was du hier geschrieben hast, ist gespeichert.',
    );
    for (const contentBefore of ['none', 'unsaved'] as const)
      expect(page({ obstacle, contentBefore })).not.toContain('ist gespeichert');
    expect(page({ obstacle, contentBefore: 'unsaved' })).toContain(
      'konnte leider nicht mehr gespeichert werden',
    );
  });

  it('speaks of going on elsewhere only where there was content', () => {
    const moved = 'Du machst auf einem anderen Gerät weiter';
    expect(page({ obstacle: 'used elsewhere', contentBefore: 'none' })).not.toContain(moved);
    expect(page({ obstacle: 'used elsewhere', contentBefore: 'unsaved' })).toContain(moved);
  });
});

describe('a coupon for a class', () => {
  it('leads a teacher without one to where classes are made', () => {
    const coupon = { kind: 'needs group', code: 'ABCD' } as const;
    const shown = renderToStaticMarkup(
      <LoginProblem title={title} problem={{ kind: 'rejected', coupon }} />,
    );
    expect(shown).toContain(
      'Fehlt einer Lehrperson die Klasse, kann sie bei «Klassen» eine anlegen.',
    );
  });
});
