import { Button } from '../button.tsx';
import { isolated } from '../texts/isolated.ts';
import type { ClassEntry, ClassesSource } from './classes-source.ts';
import { Outcome } from './outcome.tsx';
import { useTexts } from './texts-context.ts';
import { useAction } from './use-action.ts';

interface JoinClassProps {
  readonly source: Pick<ClassesSource, 'join'>;
  readonly code: string;
  /** Name of the signed-in user: several people may use this device. */
  readonly name: string;
  readonly onJoined: (joined: ClassEntry) => void;
}

/** Asks about a code that came with a link: to join takes a press, since anybody can send a link. */
export function JoinClass({ source, code, name, onJoined }: JoinClassProps) {
  const texts = useTexts();
  const action = useAction();

  const [before, after] = texts.joining(code).split(code);

  async function join(): Promise<void> {
    if (!action.isBusy) await action.run(async () => onJoined(await source.join(code)));
  }

  return (
    <div className="classes-form">
      <p>
        {before}
        <span className="classes-whole">{code}</span>
        {after} {name !== '' && <span>{texts.signedInAs(isolated(name))}</span>}
      </p>
      <Button aria-disabled={action.isBusy} onClick={() => void join()}>
        {texts.join}
      </Button>
      <Outcome action={action} />
    </div>
  );
}
