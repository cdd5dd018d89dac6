import { useCallback, useState, useSyncExternalStore } from 'react';
import { saveFile } from '../save-file.ts';
import { ExchangeRow, stateText } from './exchange-row.tsx';
import { HandshakeBanner } from './handshake-banner.tsx';
import type { Handshake } from './handshake.ts';
import { texts } from './overlay-texts.ts';
import { exportTrace } from './trace-export.ts';
import type { Exchange, Trace } from './trace.ts';
import { useExchanges } from './use-exchanges.ts';
import './messages-panel.css';

interface MessagesPanelProps {
  readonly trace: Trace;
  readonly handshake: Handshake;
}

/** Messages between content and shell, newest first. */
export function MessagesPanel({ trace, handshake }: MessagesPanelProps) {
  const exchanges = useExchanges(trace);
  const isPaused = useSyncExternalStore(trace.subscribe, () => trace.isPaused);
  const [filter, setFilter] = useState('');
  const [opened, setOpened] = useState<number>();
  const toggle = useCallback(
    (number: number) => setOpened((before) => (before === number ? undefined : number)),
    [],
  );
  const wanted = filter.trim().toLowerCase();
  const shown = exchanges.filter((exchange) => matches(exchange, wanted));

  return (
    <>
      <HandshakeBanner handshake={handshake} />
      <div className="testing-tools">
        <label className="testing-filter">
          <span className="unseen">{texts.filter}</span>
          <input
            type="search"
            placeholder={texts.filter}
            value={filter}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setFilter(target.value)}
          />
        </label>
        <span className="testing-count">{texts.shown(shown.length, exchanges.length)}</span>
        <button
          type="button"
          className="testing-button"
          aria-pressed={isPaused}
          onClick={() => trace.pause(!isPaused)}
        >
          {texts.pause}
        </button>
        <button type="button" className="testing-button" onClick={trace.clear}>
          {texts.clear}
        </button>
        <button
          type="button"
          className="testing-button"
          title={texts.exportHint}
          onClick={() => saveTrace(trace)}
        >
          {texts.export}
        </button>
      </div>
      {isPaused && <p className="testing-hint">{texts.paused}</p>}
      {shown.length === 0 ? (
        <p className="testing-hint">{exchanges.length === 0 ? texts.noMessages : texts.noMatch}</p>
      ) : (
        <div className="testing-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.action}</th>
                <th scope="col">{texts.state}</th>
                <th scope="col">{texts.size}</th>
                <th scope="col">{texts.duration}</th>
                <th scope="col">{texts.time}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((exchange) => (
                <ExchangeRow
                  key={exchange.number}
                  exchange={exchange}
                  isOpened={exchange.number === opened}
                  onToggle={toggle}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function matches(exchange: Exchange, wanted: string): boolean {
  const { name, id } = exchange;
  return `${name} ${id ?? ''} ${stateText(exchange)}`.toLowerCase().includes(wanted);
}

function saveTrace(trace: Trace): void {
  const now = Date.now();
  const file = new Blob([exportTrace(trace.exchanges, now)], { type: 'application/json' });
  saveFile(file, `lectern-trace-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.json`);
}
