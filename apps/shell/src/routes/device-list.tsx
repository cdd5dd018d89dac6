import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../button.tsx';
import { Loader } from '../loader/loader.tsx';
import { log } from '../logging/log.ts';
import type { CountedDevice, DeviceLimit } from '../session/device-limit.ts';
import type { SessionControl } from '../session/session-control.ts';
import type { SessionStore } from '../session/session-store.ts';
import { texts } from '../texts/texts.ts';
import { DeviceEntry } from './device-entry.tsx';
import './device-list.css';

/** The devices that count in the limit, and when that was asked, in milliseconds since 1970. */
interface Counted {
  readonly devices: readonly CountedDevice[];
  readonly at: number;
}

interface DeviceListProps {
  readonly control: SessionControl;
  readonly devices: DeviceLimit;
  readonly store: SessionStore;
}

/** The devices that count in the limit, each with a button that frees its place and goes on here. */
export function DeviceList({ control, devices, store }: DeviceListProps) {
  const [counted, setCounted] = useState<Counted | 'unavailable'>();
  /** Identifier of the device about which the user is asked once more. */
  const [asked, setAsked] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const shown = useRef<HTMLElement>(null);
  const hold = (element: HTMLElement | null) => void (shown.current = element);

  const load = useCallback(async (): Promise<Counted | 'unavailable'> => {
    try {
      return { devices: await devices.counted(), at: Date.now() };
    } catch (error) {
      log('error', 'Could not load the devices.', error);
      return 'unavailable';
    }
  }, [devices]);
  useEffect(() => void load().then(setCounted), [load]);

  /** Shows the devices as they are now, and leads there: the button that was pressed last is gone. */
  async function showAgain(): Promise<void> {
    const now = await load();
    flushSync(() => {
      setAsked(undefined);
      setCounted(now);
    });
    shown.current?.focus();
  }

  async function loadAgain(): Promise<void> {
    setCounted(undefined);
    await showAgain();
  }

  async function free({ device_identifier }: CountedDevice): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailed(false);
    try {
      await devices.free(device_identifier);
      await control.retrySeat();
      // Another device may have taken the place meanwhile: then the list is another one.
      if (store.state.name === 'seatless') await showAgain();
    } catch (error) {
      log('error', 'Could not free the device.', error);
      setFailed(true);
    }
    setBusy(false);
  }

  if (counted === undefined) return <Loader isLoading size="mini" />;
  if (counted === 'unavailable')
    return (
      <>
        <p ref={hold} className="seatless-fault" role="alert" tabIndex={-1}>
          {texts.devicesUnavailable}
        </p>
        <Button onClick={() => void loadAgain()}>{texts.retry}</Button>
      </>
    );
  return (
    <>
      <ul ref={hold} className="devices" tabIndex={-1} aria-busy={isBusy}>
        {counted.devices.map((device) => (
          <DeviceEntry
            key={device.device_identifier}
            device={device}
            now={counted.at}
            isAsked={device.device_identifier === asked}
            // While the user is asked, that question alone stands out.
            isSuggested={device.isUnusedLongest && asked === undefined}
            isBusy={isBusy}
            onAsk={() => setAsked(device.device_identifier)}
            onKeep={() => setAsked(undefined)}
            onFree={() => void free(device)}
          />
        ))}
      </ul>
      {hasFailed && (
        <p className="seatless-fault" role="alert">
          {texts.deviceNotFreed}
        </p>
      )}
    </>
  );
}
