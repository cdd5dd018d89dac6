import { useCallback, useState } from 'react';
import { Button } from '../button.tsx';
import { Select } from '../progress/select.tsx';
import { useLoaded } from '../progress/use-loaded.ts';
import type { ClassEntry, ClassesSource, Membership } from './classes-source.ts';
import { peopleToInvite } from './members.ts';
import { useTexts } from './texts-context.ts';
import type { Action } from './use-action.ts';

interface InviteFromProps {
  readonly source: Pick<ClassesSource, 'inspect' | 'invite'>;
  readonly groupId: string;
  readonly memberships: readonly Membership[];
  /** Other classes that the user leads; at least one. */
  readonly others: readonly ClassEntry[];
  readonly action: Action;
}

/** A class of last year begins the one of this year: its pupils are invited, and accept. */
export function InviteFrom({ source, groupId, memberships, others, action }: InviteFromProps) {
  const texts = useTexts();
  const [chosen, setChosen] = useState<string>();
  const load = useCallback(
    async (signal: AbortSignal) =>
      chosen === undefined ? [] : (await source.inspect(chosen, signal)).memberships,
    [source, chosen],
  );
  const { value = [], state } = useLoaded(load);
  const people = peopleToInvite(value, memberships);
  return (
    <details>
      <summary>{texts.inviteFrom}</summary>
      <div className="classes-form">
        <Select
          label={texts.otherClass}
          none="–"
          value={chosen}
          options={others.map(({ groupId: value, label }) => ({ value, text: label }))}
          onChange={setChosen}
        />
        <p className="classes-note">{texts.inviteFromHint}</p>
        {chosen !== undefined && state === 'there' && people.length === 0 && (
          <p>{texts.nobodyToInvite}</p>
        )}
        {chosen !== undefined && state === 'there' && people.length > 0 && (
          <Button
            aria-disabled={action.isBusy}
            onClick={() =>
              action.isBusy ||
              void action.run(() => source.invite(groupId, people), texts.inviteDone(people.length))
            }
          >
            {texts.inviteAll(people.length)}
          </Button>
        )}
      </div>
    </details>
  );
}
