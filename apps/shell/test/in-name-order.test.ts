import { expect, test } from 'vitest';
import { inNameOrder } from '../src/texts/in-name-order.ts';

test('classes stand by the numbers in their names; those of one name are numbered, whatever order they come in', () => {
  const classes = [
    { group_id: 'd', name: '10a' },
    { group_id: 'c', name: '5b' },
    { group_id: 'b', name: '6a' },
    { group_id: 'a', name: '5B' },
  ];
  const wanted = ['5B (1)', '5b (2)', '6a', '10a'];
  expect(inNameOrder(classes).map(({ name }) => name)).toEqual(wanted);
  expect(inNameOrder(classes.toReversed()).map(({ name }) => name)).toEqual(wanted);
});
