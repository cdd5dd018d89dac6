import { BridgeError, type Container } from '@lectern/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { wasser } from '../src/course/wasser.ts';
import { LastPlace } from '../src/last-place.ts';
import { placesOf } from '../src/navigation.ts';

const get = vi.fn<Container['getLocalStoreItems']>();
const set = vi.fn<Container['setLocalStoreItems']>();
const container = { getLocalStoreItems: get, setLocalStoreItems: set } as unknown as Container;
const create = (found: Container | undefined = container) =>
  new LastPlace(wasser, Promise.resolve(found));
const [first, second] = placesOf(wasser);

/** As the container gives it. */
const item = (value: string) => ({
  segment: 'reading',
  key: 'last-place',
  value,
  version: 1,
  updated_at: '2026-11-29T08:00:00Z',
  delivered: true,
});

beforeEach(() => {
  get.mockReset().mockResolvedValue([]);
  set.mockReset().mockResolvedValue([]);
});

describe('the last place', () => {
  it('is what another device has noted', async () => {
    get.mockResolvedValue([item('#/wasserkreislauf/2')]);
    expect(await create().find()).toMatchObject({ page: second!.page, pageNumber: 2 });
  });

  it.each([[[]], [[item('#/mond/7')]], [[item('')]]])('is none in %j', async (items) => {
    get.mockResolvedValue(items);
    expect(await create().find()).toBeUndefined();
  });

  it('is noted once a page, without a version and without an exercise', async () => {
    const place = create();
    await place.note({ ...first!, exerciseId: 'kreislauf-luecken' });
    await place.note(first!);
    await place.note(second!);
    expect(set.mock.calls.map(([, items]) => items)).toEqual([
      [{ segment: 'reading', key: 'last-place', value: '#/wasserkreislauf/1' }],
      [{ segment: 'reading', key: 'last-place', value: '#/wasserkreislauf/2' }],
    ]);
  });

  it('is noted again after a failure, which nobody is told of', async () => {
    set.mockRejectedValueOnce(new BridgeError('UNAVAILABLE', 'setLocalStoreItems', ''));
    const place = create();
    await place.note(first!);
    await place.note(first!);
    expect(set).toHaveBeenCalledTimes(2);
  });

  it('is neither looked for nor noted without a container', async () => {
    const place = new LastPlace(wasser, Promise.resolve(undefined));
    await place.note(first!);
    expect(await place.find()).toBeUndefined();
  });
});
