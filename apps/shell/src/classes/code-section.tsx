import { useEffect, useState } from 'react';
import { Button } from '../button.tsx';
import { log } from '../logging/log.ts';
import { day } from '../routes/moments.ts';
import { joinAddress } from '../session/kept-join-code.ts';
import type { ClassDetails, ClassesSource, JoinPolicy } from './classes-source.ts';
import { Confirm } from './confirm.tsx';
import { Outcome } from './outcome.tsx';
import type { Project } from './projector.tsx';
import { QrCode } from './qr-code.tsx';
import { useTexts } from './texts-context.ts';
import { useAction } from './use-action.ts';
import { useWish } from './use-wish.ts';

interface CodeSectionProps {
  readonly source: Pick<ClassesSource, 'change'>;
  readonly group: ClassDetails['group'];
  readonly onChanged: () => void;
  readonly onProject: Project;
}

const policies: readonly JoinPolicy[] = ['on_request', 'open', 'closed'];

/** By what pupils come in, and who of them. */
export function CodeSection({ source, group, onChanged, onProject }: CodeSectionProps) {
  const texts = useTexts();
  const [isAsking, setAsking] = useState(false);
  const [policy, wish] = useWish(group.join_policy, group.transaction_index);
  const [link, setLink] = useState<string>();
  const [now] = useState(() => Date.now());
  const action = useAction(onChanged);
  const { group_id, name, join_code: code, join_code_expires_at: end } = group;
  const isOver = end !== undefined && Date.parse(end) <= now;
  const isClosed = policy === 'closed';
  const isShown = code !== undefined && !isClosed && !isOver;
  // Another teacher may change what the room sees.
  useEffect(
    () => onProject((before) => before && { name, code: isShown ? code : undefined }),
    [onProject, isShown, name, code],
  );
  useEffect(
    () => () => onProject((before) => before && { ...before, code: undefined }),
    [onProject],
  );
  if (code === undefined || end === undefined) return null;
  const change = (done: string, changes: Parameters<ClassesSource['change']>[1]) =>
    action.run(() => source.change(group_id, changes), done);

  async function copy(address: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      await action.run(async () => {}, texts.copied);
    } catch (error) {
      log('warning', 'Could not copy the link of a class.', error);
      setLink(address);
    }
  }

  const { href } = joinAddress(code);
  return (
    <section className={isShown ? 'classes-with-code' : undefined}>
      <h4>{texts.codeOfClass}</h4>
      {isClosed && <p>{texts.codeClosed}</p>}
      {!isClosed && isOver && <p>{texts.codeOver}</p>}
      {isShown && (
        <div className="classes-code">
          <div>
            <strong className="classes-code-large">{code}</strong>
            <p className="classes-note">{texts.codeUntil(day(Date.parse(end), now))}</p>
            <div className="classes-buttons">
              <Button onClick={() => onProject({ name, code })}>{texts.show}</Button>
              <Button isQuiet onClick={() => void copy(href)}>
                {texts.copy}
              </Button>
            </div>
          </div>
          <QrCode text={href} />
        </div>
      )}
      {link !== undefined && (
        <p>
          {texts.notCopied} <code className="classes-link">{link}</code>
        </p>
      )}
      <fieldset className="classes-policies">
        <legend>{texts.policy}</legend>
        {policies.map((choice) => (
          <label key={choice} className="classes-choice">
            <input
              type="radio"
              name={`policy-${group_id}`}
              checked={policy === choice}
              onChange={() =>
                void wish(choice, () =>
                  change(texts.saved, { change_type: 'JOIN_POLICY_SET', join_policy: choice }),
                )
              }
            />
            {texts.policies[choice]}
          </label>
        ))}
      </fieldset>
      {isAsking ? (
        <Confirm
          question={texts.renewQuestion}
          yes={texts.renewYes}
          isBusy={action.isBusy}
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false);
            setLink(undefined);
            void change(texts.renewed, { change_type: 'JOIN_CODE_RENEWED' });
          }}
        />
      ) : (
        <button className="classes-plain" type="button" onClick={() => setAsking(true)}>
          {texts.renew}
        </button>
      )}
      <Outcome action={action} />
    </section>
  );
}
