import type { Figure } from '../figures.ts';
import { sizeOf } from './bundle.ts';

/** Imports of content from each library, and the most that they may weigh. */
const imports = [
  { title: 'the whole SDK', exported: "* from '@lectern/sdk'", atMost: 4_500 },
  { title: '`connect` of the SDK', exported: "{ connect } from '@lectern/sdk'" },
  { title: 'penpal', exported: "{ connect, WindowMessenger } from 'penpal'" },
];

/** Weighs the content's side of each library. */
export async function measureSizes(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { title, exported, atMost } of imports) {
    const bytes = await sizeOf(exported);
    figures.push({
      figure: `size for content: ${title} (minified, gzip -9)`,
      unit: 'bytes',
      value: bytes,
      ...(atMost === undefined ? {} : { goal: `at most ${atMost}`, met: bytes <= atMost }),
    });
  }
  return figures;
}
