import { beforeEach, expect, it, vi } from 'vitest';
import { BridgeFailure } from '../src/bridge/bridge-failure.ts';
import { DialogWishes } from '../src/bridge/dialog-wishes.ts';

let page: EventTarget;
let wishes: DialogWishes;
let now: number;

beforeEach(() => {
  now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  page = new EventTarget();
  wishes = new DialogWishes(page);
  press(true);
});

const press = (isActive: boolean) => vi.stubGlobal('navigator', { userActivation: { isActive } });
const happens = (type: string) =>
  page.dispatchEvent(Object.defineProperty(new Event(type), 'timeStamp', { value: now }));

function isGranted(): boolean {
  try {
    wishes.check();
    return true;
  } catch (error) {
    if (error instanceof BridgeFailure && error.code === 'REFUSED') return false;
    throw error;
  }
}

it('content opens dialogs by itself until the user has closed one', () => {
  press(false);
  happens('pointerdown');
  expect([isGranted(), isGranted()]).toEqual([true, true]);
  happens('close');
  expect(isGranted()).toBe(false);
  press(true);
  expect(isGranted()).toBe(true);
});

it.each([
  ['that knows of presses', { userActivation: { isActive: true } }],
  ['that does not', {}],
])('row 144: a loop ends, and while its user is in the menu, too, in a browser %s', (_, known) => {
  vi.stubGlobal('navigator', known);
  let opened = 0;
  while (isGranted() && opened < 60) {
    opened += 1;
    happens('close');
  }
  expect(opened).toBe(21);
  for (const type of ['pointerdown', 'keydown', 'pointerdown']) {
    now += 4000;
    happens(type);
    expect(isGranted()).toBe(false);
  }
});

it.each([
  [100, 6000],
  [15, 500],
])('%i presses in the content, each after %i ms, open dialog after dialog', (presses, afterMs) => {
  for (let opened = 0; opened < presses; opened += 1) {
    expect(isGranted()).toBe(true);
    happens('close');
    now += afterMs;
  }
});
