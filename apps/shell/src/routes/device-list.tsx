import { useCallback, useEffect, useState } from 'react';
import { Loader } from '../loader/loader.tsx';
import { log } from '../logging/log.ts';
import type { CountedDevice } from '../session/device-limit.ts';
import { useShell } from '../shell-context.ts';
import { texts } from '../texts.ts';
import { timeAgo } from './moments.ts';
import './device-list.css';

/** The devices that count in the limit, and when that was asked, in milliseconds since 1970. */
interface Counted {
  readonly devices: readonly CountedDevice[];
  readonly at: number;
}

/** The devices that count in the limit, each with a button that frees its place and goes on here. */
export function DeviceList() {
  const { control, devices, store } = useShell();
  const [counted, setCounted] = useState<Counted | 'unavailable'>();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  const load = useCallback(async (): Promise<Counted | 'unavailable'> => {
    try {
      return { devices: await devices.counted(), at: Date.now() };
    } catch (error) {
      log('error', 'Could not load the devices.', error);
      return 'unavailable';
    }
  }, [devices]);
  useEffect(() => void load().then(setCounted), [load]);

  async function loadAgain(): Promise<void> {
    setCounted(undefined);
    setCounted(await load());
  }

  async function free({ device_identifier }: CountedDevice): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailed(false);
    try {
      await devices.free(device_identifier);
      await control.retrySeat();
      // Another device may have taken the place meanwhile: then the list is another one.
      if (store.state.name === 'seatless') setCounted(await load());
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
        <p role="alert">{texts.devicesUnavailable}</p>
        <button className="button" type="button" onClick={() => void loadAgain()}>
          {texts.retry}
        </button>
      </>
    );
  return (
    <>
      <ul className="devices" aria-busy={isBusy}>
        {counted.devices.map((device, index) => (
          <Device
            key={device.device_identifier}
            device={device}
            seen={timeAgo(Date.parse(device.last_seen_at), counted.at)}
            isLeastUsed={index === 0 && counted.devices.length > 1}
            isBusy={isBusy}
            onFree={() => void free(device)}
          />
        ))}
      </ul>
      {hasFailed && <p role="alert">{texts.deviceNotFreed}</p>}
    </>
  );
}

interface DeviceProps {
  readonly device: CountedDevice;
  /** When it was seen last, in words. */
  readonly seen: string;
  /** Of several devices the one unseen longest. */
  readonly isLeastUsed: boolean;
  readonly isBusy: boolean;
  readonly onFree: () => void;
}

function Device({ device, seen, isLeastUsed, isBusy, onFree }: DeviceProps) {
  const { os_name = '', screen_size, isThisOne } = device;
  const name = texts.deviceNames[os_name] ?? texts.unknownDevice;
  const facts = [
    texts.deviceSeen(seen),
    ...(screen_size ? [texts.deviceScreen(screen_size.replace('x', ' × '))] : []),
  ];
  const mark = isThisOne ? texts.thisDevice : isLeastUsed ? texts.leastUsedDevice : undefined;
  return (
    <li className="device">
      <div>
        <p className="device-name">{name}</p>
        {facts.map((fact) => (
          <p key={fact} className="device-facts">
            {fact}
          </p>
        ))}
        {mark && <p className="device-mark">{mark}</p>}
      </div>
      <button
        className={isLeastUsed ? 'button' : 'button button-quiet'}
        type="button"
        aria-disabled={isBusy}
        aria-label={texts.freeDeviceOf(`${name}, ${facts.join(', ')}`)}
        onClick={onFree}
      >
        {texts.freeDevice}
      </button>
    </li>
  );
}
