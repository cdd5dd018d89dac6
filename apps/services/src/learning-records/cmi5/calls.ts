import type { cmi5Calls } from '@lectern/contracts/calls/learning-records/cmi5';
import { NotAuthorized } from '../../authorization/authorize.ts';
import { createIsSignedOut, signInOf } from '../../authorization/sign-out.ts';
import type { Handlers } from '../../http/routes.ts';
import type { StructureAccess } from './structure-access.ts';
import { auAddress, launch } from './launch.ts';
import { courseKeyOf } from './names.ts';
import type { Cmi5Dependencies } from './own-statements.ts';
import { progressOf, satisfiedParts } from './satisfaction.ts';
import { endSessionsOf, sessionsOf } from './sessions.ts';

export function cmi5Handlers(
  dependencies: Cmi5Dependencies,
  access: StructureAccess,
): Handlers<typeof cmi5Calls> {
  const { database, structures } = dependencies;
  const isSignedOut = createIsSignedOut(database);
  return {
    async cmi5PutStructure({ body }) {
      const { hash, isNew } = await structures.put(body.structure);
      return { structure_hash: hash, ...(isNew ? {} : { result_state: 'IA_OK' }) };
    },

    async cmi5Launch({ body, caller, refusal }) {
      const refused = await access.mayLaunch(caller, body);
      if (refused !== undefined) throw refusal(refused);
      const structure = await structures.find(body.structure_hash);
      if (!structure) throw refusal('STRUCTURE_NOT_FOUND');
      const au = structure.aus.find(({ id }) => id === body.au_id);
      if (!au) throw refusal('AU_NOT_FOUND');
      const address = auAddress(au, body.content_url);
      if (!address) throw refusal('LAUNCH_URL_INVALID');
      const signIn = signInOf(caller.issued);
      const launched = await launch(dependencies, body, signIn, { structure, au, address });
      // A sign-out that came meanwhile has found no session to end.
      if (await isSignedOut(caller.issued)) {
        await endSessionsOf(database, { signIns: [signIn] });
        throw new NotAuthorized('TOKEN_REQUIRED', caller);
      }
      return launched;
    },

    async cmi5SignOut({ caller }) {
      await dependencies.endBound({ signIns: [signInOf(caller.issued)] });
      return {};
    },

    async cmi5GetProgress({ body, caller, refusal }) {
      const structure = await structures.find(body.structure_hash);
      if (!structure) throw refusal('STRUCTURE_NOT_FOUND');
      const registered = await database
        .selectFrom('lars.cmi5_registrations')
        .select('registration')
        .where('subject', '=', body.subject)
        .where('course_key', '=', courseKeyOf(body.course_id, body.issue_id, structure.id))
        .executeTakeFirst();
      // A learner who was registered may have lost the licence since; what was done stays readable.
      if (!registered && !(await access.maySee(caller, body))) throw refusal('STRUCTURE_NOT_FOUND');
      // Without a registration nothing is satisfied, not even what asks for nothing.
      const { registration } = registered ?? {};
      const sessions =
        registration === undefined ? [] : await sessionsOf(database, body.subject, registration);
      const satisfied = new Set(
        registration === undefined ? [] : satisfiedParts(structure, sessions),
      );
      const byAu = Map.groupBy(sessions, ({ au_id }) => au_id);
      return {
        ...(registration !== undefined && { registration }),
        is_satisfied: satisfied.has(structure.id),
        satisfied_block_ids: structure.blocks.map(({ id }) => id).filter((id) => satisfied.has(id)),
        aus: structure.aus.map((au) => {
          const progress = progressOf(au, byAu.get(au.id) ?? []);
          return {
            au_id: au.id,
            is_satisfied: registration !== undefined && progress.isSatisfied,
            is_completed: progress.isCompleted,
            success: progress.success,
            ...(progress.scaled !== undefined && { scaled_score: progress.scaled }),
          };
        }),
      };
    },
  };
}
