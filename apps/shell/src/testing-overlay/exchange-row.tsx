import { memo } from 'react';
import { formatDuration, formatSize, formatTime } from './amounts.ts';
import { JsonText } from './json-text.tsx';
import { texts } from './overlay-texts.ts';
import type { Exchange, TracedMessage } from './trace.ts';

interface ExchangeRowProps {
  readonly exchange: Exchange;
  readonly isOpened: boolean;
  readonly onToggle: (number: number) => void;
}

/** One line of the list; opened, it shows what went each way. */
export const ExchangeRow = memo(function ExchangeRow(props: ExchangeRowProps) {
  const { exchange, isOpened, onToggle } = props;
  const { number, name, state, request, answer, durationInMs } = exchange;
  return (
    <>
      <tr data-state={state}>
        <th scope="row">
          <button type="button" aria-expanded={isOpened} onClick={() => onToggle(number)}>
            <span aria-hidden="true">{arrow(exchange)}</span>{' '}
            <span>{name || texts.ignoredName}</span>
          </button>
        </th>
        <td className="testing-state">{stateText(exchange)}</td>
        <td>{formatSize((request?.sizeInCharacters ?? 0) + (answer?.sizeInCharacters ?? 0))}</td>
        <td className="testing-duration">
          {durationInMs !== undefined && (
            <>
              {formatDuration(durationInMs)}
              <span aria-hidden="true" style={{ width: `${barPercent(durationInMs)}%` }} />
            </>
          )}
        </td>
        <td>{formatTime((request ?? answer)?.time ?? 0)}</td>
      </tr>
      {isOpened && (
        <tr className="testing-detail">
          <td colSpan={5}>
            {state === 'ignored' && <p className="testing-hint">{texts.ignoredHint}</p>}
            {request && <Way {...{ exchange, name: texts.toShell, message: request }} />}
            {answer && <Way {...{ exchange, name: texts.toContent, message: answer }} />}
          </td>
        </tr>
      )}
    </>
  );
});

interface WayProps {
  readonly exchange: Exchange;
  readonly name: string;
  readonly message: TracedMessage;
}

function Way({ exchange, name, message }: WayProps) {
  const { id, answer, durationInMs } = exchange;
  const facts = [
    formatTime(message.time),
    ...(id === undefined ? [] : [texts.id(id)]),
    formatSize(message.sizeInCharacters),
    ...(message === answer && durationInMs !== undefined
      ? [texts.took(formatDuration(durationInMs))]
      : []),
  ];
  const { body } = message;
  return (
    <div>
      <p>
        <strong>{name}</strong> {facts.join(' · ')}
      </p>
      {'shape' in body && <p className="testing-hint">{texts.notKept}</p>}
      <JsonText value={'shape' in body ? body.shape : body.value} name={name} />
    </div>
  );
}

/** The state in a word; of a failure, its code. */
export function stateText({ state, errorCode }: Exchange): string {
  return errorCode ?? texts.states[state];
}

function arrow({ request, answer, state }: Exchange): string {
  if (state === 'ignored') return '×';
  if (request && answer) return '⇄';
  return request ? '→' : '←';
}

/** Powers of ten are equally far apart, from a millisecond to the ten seconds that a service may take. */
function barPercent(inMs: number): number {
  return Math.min(Math.max((Math.log10(inMs) / 4) * 100, 2), 100);
}
