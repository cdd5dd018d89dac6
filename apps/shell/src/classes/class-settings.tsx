import { useState } from 'react';
import type { ClassDetails, ClassesSource } from './classes-source.ts';
import { Confirm } from './confirm.tsx';
import { NameForm } from './name-form.tsx';
import { Outcome } from './outcome.tsx';
import { useTexts } from './texts-context.ts';
import { useAction } from './use-action.ts';

interface ClassSettingsProps {
  readonly source: Pick<ClassesSource, 'change' | 'delete' | 'leave'>;
  readonly group: ClassDetails['group'];
  /** Tells it from others of its name. */
  readonly label: string;
  readonly onChanged: () => void;
  /** The class is none of the user's any more. */
  readonly onGone: (message: string) => void;
}

/** Renames a class, leaves it to the other teachers, or deletes it. */
export function ClassSettings({ source, group, label, onChanged, onGone }: ClassSettingsProps) {
  const texts = useTexts();
  const [asked, setAsked] = useState<'leave' | 'delete'>();
  const action = useAction(onChanged);
  const { group_id, name } = group;

  const rename = (wanted: string) =>
    action.run(
      () => source.change(group_id, { change_type: 'GROUP_NAME_SET', name: wanted }),
      texts.saved,
    );
  async function go(): Promise<void> {
    const [act, message] =
      asked === 'leave'
        ? [() => source.leave(group_id), texts.left(label)]
        : [() => source.delete(group_id), texts.deleted(label)];
    setAsked(undefined);
    if (await action.run(act)) onGone(message);
  }

  return (
    <section>
      <h4>{texts.settings}</h4>
      <NameForm
        name={name}
        submit={texts.rename}
        isBusy={action.isBusy}
        onName={(wanted) => void rename(wanted)}
      />
      {asked === undefined && (
        <div className="classes-buttons">
          <button className="classes-plain" type="button" onClick={() => setAsked('leave')}>
            {texts.leave}
          </button>
          <button
            className="classes-plain classes-danger-quiet"
            type="button"
            onClick={() => setAsked('delete')}
          >
            {texts.delete}
          </button>
        </div>
      )}
      {asked !== undefined && (
        <Confirm
          question={(asked === 'leave' ? texts.leaveQuestion : texts.deleteQuestion)(label)}
          yes={asked === 'leave' ? texts.leaveYes : texts.deleteYes}
          isBusy={action.isBusy}
          onNo={() => setAsked(undefined)}
          onYes={() => void go()}
        />
      )}
      <Outcome action={action} />
    </section>
  );
}
