import { useSyncExternalStore } from 'react';
import type { Handshake, HandshakeFault } from './handshake.ts';
import { texts } from './overlay-texts.ts';
import './handshake-banner.css';

/** Says why content and container have not come together, and what to do. */
export function HandshakeBanner({ handshake }: { readonly handshake: Handshake }) {
  const fault = useSyncExternalStore(handshake.subscribe, () => handshake.fault);
  return (
    <output className={fault && 'testing-fault'}>
      {fault && (
        <>
          <strong>{cause(fault)}</strong> <span>{texts.handshake[fault.kind].remedy}</span>
        </>
      )}
    </output>
  );
}

function cause(fault: HandshakeFault): string {
  return fault.kind === 'other origin'
    ? texts.handshake[fault.kind].cause(fault.origin, fault.expected)
    : texts.handshake[fault.kind].cause;
}
