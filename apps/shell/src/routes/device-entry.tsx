import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../button.tsx';
import type { CountedDevice } from '../session/device-limit.ts';
import { texts } from '../texts/texts.ts';
import { day, timeAgo } from './moments.ts';

interface DeviceEntryProps {
  readonly device: CountedDevice;
  /** When the device was asked for, in milliseconds since 1970. */
  readonly now: number;
  /** The user is asked once more before the device is freed. */
  readonly isAsked: boolean;
  /** The page suggests to free it. */
  readonly isSuggested: boolean;
  readonly isBusy: boolean;
  readonly onAsk: () => void;
  readonly onKeep: () => void;
  readonly onFree: () => void;
}

/** A device by which its user can tell it from others, and the button that frees its place. */
export function DeviceEntry(props: DeviceEntryProps) {
  const { device, now, isAsked, isSuggested, isBusy, onAsk, onKeep, onFree } = props;
  const { isThisOne, isUnusedLongest } = device;
  const button = useRef<HTMLButtonElement>(null);
  const name = nameOf(device);
  const seen = texts.deviceSeen(timeAgo(Date.parse(device.last_seen_at), now));
  const mark = isThisOne ? texts.thisDevice : isUnusedLongest ? texts.leastUsedDevice : undefined;

  function keep(): void {
    // The button is there again only afterwards.
    flushSync(onKeep);
    button.current?.focus();
  }

  return (
    <li className="device">
      <div className="device-about">
        <p className="device-name">{name}</p>
        <p className="device-facts">{seen}</p>
        <p className="device-facts">{texts.deviceSince(day(Date.parse(device.usedSince), now))}</p>
        {mark && <p className="device-mark">{mark}</p>}
      </div>
      {isAsked ? (
        <Question isBusy={isBusy} onKeep={keep} onFree={onFree} />
      ) : (
        <Button
          ref={button}
          isQuiet={!isSuggested}
          aria-disabled={isBusy}
          aria-label={texts.freeDeviceOf(`${name}, ${seen}`)}
          onClick={() => isBusy || onAsk()}
        >
          {texts.freeDevice}
        </Button>
      )}
    </li>
  );
}

type QuestionProps = Pick<DeviceEntryProps, 'isBusy' | 'onKeep' | 'onFree'>;

function Question({ isBusy, onKeep, onFree }: QuestionProps) {
  const question = useRef<HTMLParagraphElement>(null);
  // The question is heard, and a second press of the same key answers nothing.
  useEffect(() => question.current?.focus(), []);
  return (
    <div className="device-question">
      <p ref={question} tabIndex={-1}>
        {texts.freeDeviceQuestion}
      </p>
      <Button aria-disabled={isBusy} onClick={onFree}>
        {texts.freeDeviceYes}
      </Button>
      <Button isQuiet aria-disabled={isBusy} onClick={() => isBusy || onKeep()}>
        {texts.freeDeviceNo}
      </Button>
    </div>
  );
}

/** Kind of the device and, where it is known, its browser. */
function nameOf({ os_name = '', touch_device, model }: CountedDevice): string {
  // Browsers of an iPad say that they run on a Mac, but no Mac has a touch screen.
  const system = os_name === 'Mac OS X' && touch_device ? 'iPad' : os_name;
  const names: Readonly<Record<string, string>> = texts.deviceNames;
  const kind = names[system] ?? texts.unknownDevice;
  return model === undefined ? kind : texts.deviceWithBrowser(kind, model);
}
