import { cmi5Calls } from '@lectern/contracts/calls/learning-records/cmi5';
import { cmi5StructureFile } from '@lectern/contracts/calls/learning-records/cmi5-structure';
import { publishingCalls } from '@lectern/contracts/calls/publishing/publishing';
import type { Payload, PublicationIssue, Result } from '@lectern/sdk/protocol';
import type { CreateClient } from '../api.ts';
import type { ProjectConfiguration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { UserSession } from '../session/user-session.ts';
import { askService } from './ask-service.ts';
import { BridgeFailure } from './bridge-failure.ts';
import { knownLicences, openingLicense } from './opening-license.ts';
import { checkByContract } from './payloads.ts';

const { publishingGetFiles } = publishingCalls;
const { cmi5GetProgress, cmi5Launch } = cmi5Calls;

export interface Cmi5Context {
  readonly clientOf: CreateClient;
  readonly store: SessionStore;
  readonly frame: Pick<ContentFrame, 'lead'>;
  readonly project: Pick<
    ProjectConfiguration,
    'contentOrigin' | 'mandantIdentifier' | 'productReference'
  >;
}

/**
 * Progress of the user in the course that an issue has published.
 * @throws {BridgeFailure}
 */
export async function getCmi5Progress(
  context: Cmi5Context,
  { user: { subject } }: UserSession,
  issue: PublicationIssue,
): Promise<Result<'getCmi5Progress'>> {
  const asked = publishedAsked(issue);
  const lars = context.clientOf('lars', { cmi5GetProgress });
  const { is_satisfied, satisfied_block_ids, aus } = await askService(
    context.store,
    'Could not read the progress of a cmi5 course.',
    async (signal) => {
      const caller = { signal, xIaSubject: subject };
      const { structure } = await publishedStructure(context, asked, caller);
      return lars.cmi5GetProgress({ ...caller, body: { subject, ...structure } });
    },
  );
  return {
    is_satisfied,
    satisfied_block_ids,
    aus: aus.map(({ scaled_score, ...au }) => ({
      ...au,
      ...(scaled_score === undefined ? {} : { scaled_score }),
    })),
  };
}

/**
 * Begins a session of an assignable unit, and opens the unit. Its address has what opens the session's
 * records, once: it goes into the window that shows the unit, and nowhere else.
 *
 * @throws {BridgeFailure}
 */
export async function launchCmi5(
  context: Cmi5Context,
  session: UserSession,
  { au_id, page, launch_mode, ...issue }: Payload<'launchCmi5'>,
): Promise<Result<'launchCmi5'>> {
  const { contentOrigin } = context.project;
  const { subject } = session.user;
  const asked = publishedAsked(issue);
  knownLicences(session);
  if (URL.parse(page)?.origin !== contentOrigin)
    throw new BridgeFailure('BAD_PAYLOAD', 'Missing or wrong: page.');
  const lars = context.clientOf('lars', { cmi5Launch });
  const { launch_url, launch_method } = await askService(
    context.store,
    'Could not launch a unit of a cmi5 course.',
    async (signal) => {
      const caller = { signal, xIaSubject: subject };
      const { structure, issue } = await publishedStructure(context, asked, caller);
      const license = openingLicense(session, issue);
      return lars.cmi5Launch({
        ...caller,
        body: {
          subject,
          ...structure,
          au_id,
          content_url: page,
          return_url: page,
          ...(launch_mode === undefined ? {} : { launch_mode }),
          ...(license && { license: { ...license, device_identifier: session.deviceID } }),
        },
      });
    },
  );
  // A user who has signed out since gets nothing opened.
  if (context.store.session?.user.subject !== subject)
    throw new BridgeFailure('NOT_LOGGED_IN', 'The session has ended.');
  // The page's policy lets it frame the content's origin alone.
  if (launch_method === 'AnyWindow' && new URL(launch_url).origin === contentOrigin) {
    context.frame.lead(launch_url);
    return { opened_in: 'frame' };
  }
  const opened = window.open(launch_url, '_blank');
  if (!opened) throw new BridgeFailure('UNAVAILABLE', 'The browser has blocked the window.');
  opened.opener = null;
  return { opened_in: 'window' };
}

/** @throws {BridgeFailure} `BAD_PAYLOAD` */
function publishedAsked({ course_id_dto, issue_id_dto }: PublicationIssue) {
  return checkByContract(publishingGetFiles.body, {
    ...course_id_dto,
    ...issue_id_dto,
    paths: [cmi5StructureFile],
  });
}

/**
 * The structure that readers of the issue have now: publishing writes it so that the file's hash is the
 * structure's.
 *
 * @throws {BridgeFailure} `REFUSED`
 */
async function publishedStructure(
  { clientOf, project }: Cmi5Context,
  { course_id, issue_id, paths }: ReturnType<typeof publishedAsked>,
  caller: { readonly signal: AbortSignal; readonly xIaSubject: string },
) {
  const { files, ...issue } = await clientOf('clag', { publishingGetFiles }).publishingGetFiles({
    ...caller,
    body: { course_id, issue_id, paths },
  });
  const isOwn =
    issue.mandant_identifier === project.mandantIdentifier &&
    issue.product_references.includes(project.productReference);
  if (!isOwn) throw new BridgeFailure('REFUSED', 'The issue is of another product.');
  const [file] = files;
  if (!file) throw new BridgeFailure('REFUSED', 'The issue has no cmi5 course.');
  return { structure: { course_id, issue_id, structure_hash: file.content_hash }, issue };
}
