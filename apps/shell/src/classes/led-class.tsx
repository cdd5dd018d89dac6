import { useCallback, useMemo, type ReactNode } from 'react';
import { log } from '../logging/log.ts';
import { useLoaded } from '../progress/use-loaded.ts';
import { locale } from '../texts/texts.ts';
import { ClassSettings } from './class-settings.tsx';
import type { ClassEntry, ClassesSource } from './classes-source.ts';
import { CodeSection } from './code-section.tsx';
import { faultOf } from './faults.ts';
import { InviteFrom } from './invite-from.tsx';
import { LicenseSection } from './license-section.tsx';
import { MemberList } from './member-list.tsx';
import { namedMembers } from './members.ts';
import { Outcome } from './outcome.tsx';
import type { Projected } from './projector.tsx';
import { Requests } from './requests.tsx';
import { useTexts } from './texts-context.ts';
import { useAction } from './use-action.ts';

interface LedClassProps {
  readonly source: ClassesSource;
  readonly entry: ClassEntry;
  /** Other classes that the user leads. */
  readonly others: readonly ClassEntry[];
  readonly subject: string;
  /** Of the publication. */
  readonly title: string;
  /** Loads the classes anew. */
  readonly onChanged: () => void;
  readonly onGone: (said: string) => void;
  readonly onProject: (projected: Projected) => void;
  /** Form for a code; what comes of a coupon is loaded then. */
  readonly children: (onRedeemed: () => void) => ReactNode;
}

/** A class as its teachers see it. */
export function LedClass({ source, entry, onChanged, ...rest }: LedClassProps) {
  const { others, subject, title, onGone, onProject, children } = rest;
  const texts = useTexts();
  const { groupId, index } = entry;
  const load = useCallback(
    async (signal: AbortSignal) => {
      const [details, licenses] = await Promise.all([
        source.inspect(groupId, signal),
        // The class is there without them.
        source.seats(groupId, signal).catch((error: unknown) => {
          log('warning', 'Could not load the seats of a class.', error);
          return undefined;
        }),
      ]);
      return { details, licenses, index };
    },
    // An index of the class that has grown asks for it anew.
    [source, groupId, index],
  );
  const { value, state, failure, retry } = useLoaded(load);
  const action = useAction(onChanged);
  const members = useMemo(
    () => namedMembers(value?.details.memberships ?? [], locale, texts),
    [value, texts],
  );
  if (state === 'failed')
    return (
      <div role="alert" className="classes-failure">
        <p>{faultOf(failure) === 'gone' ? texts.faults.gone : texts.failed}</p>
        <button className="button" type="button" onClick={() => (retry(), onChanged())}>
          {texts.retry}
        </button>
      </div>
    );
  if (!value) return <output>{texts.loading}</output>;
  const { group, memberships } = value.details;
  const licenses = value.licenses ?? [];
  const seated = new Set(
    licenses.flatMap(({ holders }) => holders.map((holder) => holder.subject)),
  );
  const inHere = { source, groupId, memberships, action };
  return (
    <div className="classes-led">
      <div className="classes-people">
        <Outcome action={action} />
        <Requests {...inHere} />
        <MemberList {...inHere} subject={subject} seated={seated} />
      </div>
      <div className="classes-aside">
        <CodeSection {...{ source, group, onChanged, onProject }} />
        {others.length > 0 && <InviteFrom {...inHere} others={others} />}
        <LicenseSection title={title} licenses={licenses} members={members}>
          {children(retry)}
        </LicenseSection>
        <ClassSettings source={source} group={group} onChanged={onChanged} onGone={onGone} />
      </div>
    </div>
  );
}
