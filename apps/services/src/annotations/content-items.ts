import type { Database } from '../storage/database.ts';
import { annotationsHandlers } from './annotations.ts';
import { cloudHandlers } from './cloud.ts';
import { exerciseHandlers } from './exercise.ts';
import { feedbackHandlers } from './feedback.ts';
import { localStoreItemHandlers } from './local-store-item.ts';
import { topicTocSaveHandlers } from './topic-toc/save.ts';
import { userTopicHandlers } from './user-topic.ts';

/** The calls by which users write in an issue, and by which their devices exchange it. */
export function contentItemsHandlers(database: Database) {
  return {
    ...annotationsHandlers(database),
    ...exerciseHandlers(database),
    ...feedbackHandlers(database),
    ...userTopicHandlers(database),
    ...topicTocSaveHandlers(database),
    ...localStoreItemHandlers(database),
    ...cloudHandlers(database),
  };
}
