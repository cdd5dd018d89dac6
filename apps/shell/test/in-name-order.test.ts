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
  expect(inNameOrder(classes).map(({ label }) => label)).toEqual(wanted);
  expect(inNameOrder(classes.toReversed()).map(({ label }) => label)).toEqual(wanted);
});

test('those that are also listed alone have the same numbers there, and no label is another one’s', () => {
  const led = [
    { group_id: 'b', name: '6a' },
    { group_id: 'c', name: '6a' },
  ];
  const labels = (classes: typeof led) =>
    Object.fromEntries(
      inNameOrder(classes, (one) => led.includes(one)).map(({ group_id, label }) => [
        group_id,
        label,
      ]),
    );
  expect(labels(led)).toEqual({ b: '6a (1)', c: '6a (2)' });
  expect(labels([{ group_id: 'a', name: '6a' }, ...led])).toEqual({
    ...labels(led),
    a: '6a (3)',
  });
  expect(labels([{ group_id: 'a', name: '6A (1)' }, ...led])).toEqual({
    a: '6A (1)',
    b: '6a (2)',
    c: '6a (3)',
  });
});
