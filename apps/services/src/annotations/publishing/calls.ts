import type { publishingCalls } from '@lectern/contracts/calls/publishing/publishing';
import { publishedMandants } from '../../authorization/published-mandants.ts';
import type { Caller } from '../../authorization/authorize.ts';
import { sightOfIssue, type CourseDoor } from '../../course-access/public.ts';
import { missingFiles } from '../../files/public.ts';
import type { CallError } from '../../http/errors.ts';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { beginVersion } from './begin.ts';
import { addFiles, assetStage, assetTypeOf, currentFiles, fileVersion } from './files.ts';
import { bindCourse, findVersion, lockIssue, mandantOf, type IssueKey } from './issue.ts';
import { listIssues } from './list.ts';
import { rollBack, switchOver, whatIsMissing } from './switch-over.ts';
import { addTexts, missingTexts } from './texts.ts';

export function publishingHandlers(
  database: Database,
  door: CourseDoor,
): Handlers<typeof publishingCalls> {
  /**
   * The mandant of a version or of a course, for which the caller may publish. The refusal is the same for a version
   * of another mandant and for none, so that it does not tell which exist.
   */
  const requireMandant = async (
    mandant: string | undefined,
    caller: Caller,
    refusal: (code: 'MANDANT_FORBIDDEN') => CallError,
  ): Promise<string> => {
    const published = await publishedMandants(database, caller);
    if (mandant === undefined || !published.has(mandant)) throw refusal('MANDANT_FORBIDDEN');
    return mandant;
  };
  const ownMandant = async (
    body: IssueKey & { readonly version?: number },
    caller: Caller,
    refusal: (code: 'MANDANT_FORBIDDEN') => CallError,
  ): Promise<string> => {
    const version = body.version && (await findVersion(database, body, body.version));
    const mandant = version
      ? version.mandant_identifier
      : await mandantOf(database, body.course_id);
    return requireMandant(mandant, caller, refusal);
  };

  return {
    async publishingBegin({ body, caller, refusal, record }) {
      await requireMandant(body.mandant_identifier, caller, refusal);
      return database.transaction().execute(async (transaction) => {
        const begun = await beginVersion(transaction, body);
        if (!begun) throw refusal('COURSE_OF_ANOTHER');
        const { outcome, version, current_version, missing_text_hashes } = begun;
        const answer = {
          version,
          ...(current_version !== null && { current_version }),
          missing_text_hashes: [...missing_text_hashes],
        };
        if (outcome === 'current') return { ...answer, result_state: 'IA_OK' };
        const { mandant_identifier, course, issue } = body;
        if (outcome === 'made') {
          await record(transaction, { mandant_identifier, course, issue, version });
        }
        return answer;
      });
    },

    async publishingAddFiles({ body, caller, refusal }) {
      const mandant_identifier = await ownMandant(body, caller, refusal);
      return database.transaction().execute(async (transaction) => {
        await lockIssue(transaction, body, 'share');
        const version = await findVersion(transaction, body, body.version);
        if (!version || version.switched_at) throw refusal('VERSION_NOT_OPEN');
        const files = await addFiles(transaction, version, body.files, mandant_identifier);
        if (!files) throw refusal('FILES_TOO_MANY');
        const missing = await missingFiles(transaction, files);
        const missingReferences = new Set(missing.map(({ file_reference }) => file_reference));
        return {
          files: files.map(({ path, file_reference, asset_stage, asset_type }) => ({
            path,
            file_reference,
            asset_stage,
            asset_type,
            file_version: fileVersion,
            has_bytes: !missingReferences.has(file_reference),
          })),
        };
      });
    },

    async publishingAddTexts({ body, caller, refusal }) {
      await ownMandant(body, caller, refusal);
      return database.transaction().execute(async (transaction) => {
        await lockIssue(transaction, body, 'share');
        const version = await findVersion(transaction, body, body.version);
        if (!version || version.switched_at) throw refusal('VERSION_NOT_OPEN');
        const added = await addTexts(transaction, body, body.version, body.texts);
        if (!added) throw refusal('TEXT_NOT_ANNOUNCED');
        const missing = await missingTexts(transaction, body, body.version);
        return { missing_texts_count: missing.length };
      });
    },

    async publishingSwitchOver({ body, caller, refusal, record }) {
      const mandant_identifier = await ownMandant(body, caller, refusal);
      return database.transaction().execute(async (transaction) => {
        const issue = await lockIssue(transaction, body, 'update');
        const version = await findVersion(transaction, body, body.version);
        if (!issue || !version) throw refusal('VERSION_NOT_OPEN');
        if (!(await bindCourse(transaction, version))) throw refusal('COURSE_OF_ANOTHER');
        const current = issue.current_version;
        const answer = (replaced: number | null) => ({
          version: body.version,
          ...(replaced !== null && { replaced_version: replaced }),
        });
        if (current === body.version) {
          return { ...answer(version.replaced_version), result_state: 'IA_OK' };
        }
        if (version.switched_at) throw refusal('VERSION_NOT_OPEN');
        if ((current ?? 0) !== body.expected_current_version) throw refusal('ISSUE_CHANGED');
        const missing = await whatIsMissing(transaction, version, mandant_identifier);
        if (missing) throw refusal(missing);
        await switchOver(transaction, body, current, body.version);
        const { course_id, issue_id } = body;
        await record(transaction, { course_id, issue_id, ...answer(current) });
        return answer(current);
      });
    },

    async publishingRollBack({ body, caller, refusal, record }) {
      const mandant_identifier = await ownMandant(body, caller, refusal);
      return database.transaction().execute(async (transaction) => {
        const issue = await lockIssue(transaction, body, 'update');
        if (!issue?.current_version) throw refusal('ISSUE_NOT_FOUND');
        const expected = body.expected_current_version;
        const rolled = await rollBack(transaction, issue, expected, mandant_identifier);
        if ('refusal' in rolled) throw refusal(rolled.refusal);
        const answer = { version: rolled.version, replaced_version: expected };
        if (!rolled.changed) return { ...answer, result_state: 'IA_OK' };
        const { course_id, issue_id } = body;
        await record(transaction, { course_id, issue_id, ...answer });
        return answer;
      });
    },

    async publishingList({ body, caller, refusal }) {
      await requireMandant(body.mandant_identifier, caller, refusal);
      const page = await listIssues(database, body);
      if (!page) throw refusal('CURSOR_INVALID');
      return page;
    },

    async publishingGetFiles({ body, caller, refusal }) {
      const [current, { texts, titles }] = await Promise.all([
        currentFiles(database, body, body.paths),
        sightOfIssue(door, caller, body),
      ]);
      if (!current) throw refusal('ISSUE_NOT_FOUND');
      const { version, mandant_identifier } = current;
      const files = current.files.filter(({ is_public }) => is_public || texts);
      // An unseen issue looks like an unknown one, its publisher and products included.
      if (!titles && files.length === 0) throw refusal('ISSUE_NOT_FOUND');
      const asset_type = assetTypeOf(version);
      return {
        version: version.version,
        mandant_identifier,
        product_references: version.product_references,
        files: files.map(({ size_in_bytes, is_public: _, ...file }) => ({
          ...file,
          asset_stage: assetStage,
          asset_type,
          file_version: fileVersion,
          size_in_bytes: Number(size_in_bytes),
        })),
      };
    },
  };
}
