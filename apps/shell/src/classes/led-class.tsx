import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { log } from '../logging/log.ts';
import { useLoaded } from '../progress/use-loaded.ts';
import { locale } from '../texts/texts.ts';
import { ClassSettings } from './class-settings.tsx';
import type { ClassEntry, ClassesSource, Seats } from './classes-source.ts';
import { CodeSection } from './code-section.tsx';
import { Failure } from './failure.tsx';
import { faultOf } from './faults.ts';
import { InviteFrom } from './invite-from.tsx';
import { LicenseSection } from './license-section.tsx';
import { MemberList } from './member-list.tsx';
import { namedMembers } from './members.ts';
import { Outcome } from './outcome.tsx';
import type { Project } from './projector.tsx';
import { Requests } from './requests.tsx';
import { useTexts } from './texts-context.ts';
import { useAction } from './use-action.ts';
import { useLook } from './use-watch.ts';

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
  readonly onGone: (message: string) => void;
  readonly onProject: Project;
  /** Form for a code; what comes of a coupon is loaded then. */
  readonly children: (onRedeemed: () => void) => ReactNode;
}

/** A class as its teachers see it. */
export function LedClass({ source, entry, onChanged, ...rest }: LedClassProps) {
  const { others, subject, title, onGone, onProject, children } = rest;
  const texts = useTexts();
  const { groupId, label, index } = entry;
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
      return { details, licenses };
    },
    // oxlint-disable-next-line react/exhaustive-deps -- an index that has grown asks for it anew
    [source, groupId, index],
  );
  const { value, state, failure, retry } = useLoaded(load);
  // Seats are taken and given back without a change of the class.
  const [seen, setSeen] = useState<{ of: typeof value; licenses: readonly Seats[] }>();
  const look = useCallback(
    async (signal: AbortSignal) => {
      if (value) setSeen({ of: value, licenses: await source.seats(groupId, signal) });
    },
    [source, groupId, value],
  );
  useLook(look);
  const action = useAction(onChanged);
  const members = useMemo(
    () => namedMembers(value?.details.memberships ?? [], locale, texts),
    [value, texts],
  );
  const isGone = state === 'failed' && faultOf(failure) === 'gone';
  const failed = state === 'failed' && (
    <Failure {...(isGone && { text: texts.faults.gone })} onRetry={() => (retry(), onChanged())} />
  );
  if (!value || isGone) return failed || <output>{texts.loading}</output>;
  const { group, memberships } = value.details;
  const licenses = (seen?.of === value ? seen.licenses : value.licenses) ?? [];
  const seated = new Set(
    licenses.flatMap(({ holders }) => holders.map((holder) => holder.subject)),
  );
  const inHere = { source, groupId, action };
  return (
    <div className="classes-led">
      <div className="classes-people">
        {failed}
        <Outcome action={action} />
        <Requests {...inHere} members={members} />
        <MemberList {...inHere} members={members} subject={subject} seated={seated} />
      </div>
      <div className="classes-aside">
        <CodeSection {...{ source, group, onChanged, onProject }} />
        {others.length > 0 && <InviteFrom {...{ ...inHere, memberships, others }} />}
        <LicenseSection title={title} licenses={licenses} members={members}>
          {children(retry)}
        </LicenseSection>
        <ClassSettings {...{ source, group, label, onChanged, onGone }} />
      </div>
    </div>
  );
}
