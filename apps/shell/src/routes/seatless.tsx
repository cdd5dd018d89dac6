import { useEffect, useRef, useState } from 'react';
import type { SeatObstacle } from '../auth/sign-in-machine.ts';
import { useShell } from '../shell-context.ts';
import { texts } from '../texts.ts';
import { DeviceList } from './device-list.tsx';
import { clockTime } from './moments.ts';
import './login.css';

/** A user with a licence, but without a seat on this device: what can be done about it. */
export function Seatless({ obstacle }: { readonly obstacle: SeatObstacle }) {
  const { configuration, control } = useShell();
  const { title } = configuration.project;
  const heading = useRef<HTMLHeadingElement>(null);
  // The page comes by itself, in place of the loader: whoever cannot see it must hear of it.
  useEffect(() => heading.current?.focus(), []);

  const isDeviceLimit = obstacle === 'device limit';
  return (
    <main className="login">
      <div className={isDeviceLimit ? 'login-card login-card-wide' : 'login-card'}>
        <h1 ref={heading} tabIndex={-1}>
          {isDeviceLimit ? texts.devicesTitle : texts.seatsTakenTitle}
        </h1>
        <p>{isDeviceLimit ? texts.devices(title) : texts.seatsTaken(title)}</p>
        {isDeviceLimit ? <DeviceList /> : <Retry />}
        <button
          className="button button-quiet"
          type="button"
          onClick={() => void control.signOut({ kind: 'called logout page' })}
        >
          {texts.signOut}
        </button>
      </div>
    </main>
  );
}

function Retry() {
  const { control } = useShell();
  const [isBusy, setBusy] = useState(false);
  const [triedAt, setTriedAt] = useState<number>();

  async function retry(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await control.retrySeat();
    setTriedAt(Date.now());
    setBusy(false);
  }

  return (
    <>
      <output className="login-note">
        {triedAt !== undefined && !isBusy && texts.stillTaken(clockTime(triedAt))}
      </output>
      <button className="button" type="button" aria-disabled={isBusy} onClick={() => void retry()}>
        {texts.retry}
      </button>
    </>
  );
}
