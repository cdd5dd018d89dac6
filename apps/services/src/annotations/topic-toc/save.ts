import type { Contract } from '@lectern/contracts';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { keepCopies } from '../items/policies.ts';
import { saveItems } from '../items/save.ts';
import { changesOf, issueOf, outcomesOf } from '../items/wire.ts';

type SaveCalls = Pick<Contract['clag'], 'topicTocSaveAttributesForTopic'>;

/** The saving call under `/v1/topicToc`. */
export function topicTocSaveHandlers(database: Database): Handlers<SaveCalls> {
  return {
    async topicTocSaveAttributesForTopic({ body, refusal }) {
      const changes = changesOf('topic_attributes', [body.topic_attributes]);
      const issue = issueOf(body.subject, body);
      const { outcomes, isUnchanged } = await database
        .transaction()
        .execute((transaction) => saveItems(transaction, issue, changes, keepCopies, refusal));
      return {
        topic_attributes: outcomesOf('topic_attributes', outcomes)[0]!,
        ...(isUnchanged ? { result_state: 'IA_OK' as const } : {}),
      };
    },
  };
}
