import type { AnnotationColor } from '@lectern/sdk';

/** The four colours with the names that the learner reads; `sign` is what style sheets go by. */
export const colors: readonly {
  readonly index: AnnotationColor;
  readonly name: string;
  readonly sign: string;
}[] = [
  { index: 'ANNOTATION_COLOR_1', name: 'Gelb', sign: 'yellow' },
  { index: 'ANNOTATION_COLOR_2', name: 'Grün', sign: 'green' },
  { index: 'ANNOTATION_COLOR_3', name: 'Blau', sign: 'blue' },
  { index: 'ANNOTATION_COLOR_4', name: 'Rosa', sign: 'pink' },
];

export function colorOf(index: AnnotationColor | undefined): (typeof colors)[number] {
  return colors.find((color) => color.index === index) ?? colors[0]!;
}
