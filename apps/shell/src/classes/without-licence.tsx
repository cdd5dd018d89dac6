import { useState, type ReactNode } from 'react';
import type { Api } from '../api.ts';
import { grantsAccess } from '../session/license-rule.ts';
import { loadLicenses } from '../session/load-licenses.ts';
import type { SessionControl } from '../session/session-control.ts';
import type { UserSession } from '../session/user-session.ts';
import type { ClassesDependencies } from './classes-door.ts';
import { createClassesSource } from './classes-source.ts';
import { CreateClass } from './create-class.tsx';
import { Joining } from './joining.tsx';
import { TextsContext } from './texts-context.ts';
import type { ClassesTexts } from './texts/de.ts';
import './classes.css';

export { loadClassesTexts } from './texts/load-texts.ts';

interface WithoutLicenceProps extends Pick<
  ClassesDependencies,
  'clientOf' | 'courses' | 'project'
> {
  readonly api: Pick<Api, 'aua' | 'gms' | 'lima'>;
  readonly control: Pick<SessionControl, 'retrySeat' | 'signOut'>;
  readonly session: UserSession;
  readonly texts: ClassesTexts;
  /** Else a class is to be made, for the coupon of a teacher. */
  readonly isJoining: boolean;
  /** Button that looks for the licence again. */
  readonly children: ReactNode;
}

/** A class may bring the licence that a user has not yet. */
export function WithoutLicence(props: WithoutLicenceProps) {
  const { texts, isJoining, session, api, project, control, children } = props;
  const [source] = useState(() => createClassesSource(props));
  const [isLicensed] = useState(() => async (signal: AbortSignal) => {
    const licenses = await loadLicenses(api, project, session.user.subject, signal);
    return licenses.some((license) => grantsAccess(license, project));
  });
  /** Makes the class and looks for its licence; a further press after a failure makes no second class. */
  async function create(groupId: string, name: string): Promise<void> {
    await source.create(groupId, name);
    await control.retrySeat();
  }
  return (
    <TextsContext value={texts}>
      <div className="classes">
        {isJoining ? (
          <Joining {...{ source, isLicensed, control, user: session.user, title: project.title }}>
            {children}
          </Joining>
        ) : (
          // A coupon for a class is redeemed once its teacher has one.
          <CreateClass source={{ create }} onCreated={() => {}} />
        )}
      </div>
    </TextsContext>
  );
}
