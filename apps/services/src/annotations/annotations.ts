import type { Body, ErrorCode } from '@lectern/contracts';
import type { annotationsCalls } from '@lectern/contracts/calls/annotations/annotations';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import type { ItemKind, Model } from './items/item.ts';
import { keepCopies } from './items/policies.ts';
import { readCopiesOn, readItemsOn } from './items/read.ts';
import { saveBatch } from './items/save.ts';
import { changesOf, issueOf, listOf, modelOf, outcomesOf } from './items/wire.ts';

type AnnotationsCalls = typeof annotationsCalls;
type Get = AnnotationsCalls['annotationsGetForExercise' | 'annotationsGetForTopic'];
type Save = AnnotationsCalls['annotationsSaveForExercise' | 'annotationsSaveForTopic'];
type Refusal = (code: ErrorCode<Save>) => Error;

const annotationKinds = ['annotation', 'note', 'bookmark'] as const satisfies ItemKind[];

export function annotationsHandlers(database: Database): Handlers<AnnotationsCalls> {
  const get = (body: Body<Get>) => readAnnotations(database, body, modelOf(body));
  const save = (body: Body<Save>, refusal: Refusal) =>
    saveAnnotations(database, body, modelOf(body), refusal);
  return {
    annotationsGetForExercise: ({ body }) => get(body),
    annotationsGetForTopic: ({ body }) => get(body),
    annotationsSaveForExercise: ({ body, refusal }) => save(body, refusal),
    annotationsSaveForTopic: ({ body, refusal }) => save(body, refusal),
  };
}

async function readAnnotations(database: Database, body: Body<Get>, model: Model) {
  const issue = issueOf(body.subject, body);
  const { with_conflict_copies } = body;
  const noteTypes: readonly unknown[] | undefined = body.note_types;
  const contentTypes: readonly unknown[] | undefined = body.note_content_types;
  const isAsked = ({ note_type, content }: NoteFields) =>
    (noteTypes?.includes(note_type) ?? true) &&
    (contentTypes?.includes(content.note_content_type) ?? true);
  const lists = (stored: Parameters<typeof listOf>[1]) => ({
    annotations: listOf('annotation', stored),
    notes: listOf('note', stored).filter(isAsked),
    bookmarks: listOf('bookmark', stored),
  });
  // Read first: what is copied meanwhile appears twice rather than nowhere.
  const place = {
    kinds: annotationKinds,
    model_type: model.model_type,
    model_ids: [model.model_id],
  };
  const items = await readItemsOn(database, issue, place, { order: 'change' });
  const answer = lists(items);
  if (!with_conflict_copies) return answer;
  const copies = await readCopiesOn(database, issue, place);
  return { ...answer, conflict_copies: lists(copies) };
}

interface NoteFields {
  readonly note_type: string;
  readonly content: { readonly note_content_type: string };
}

async function saveAnnotations(
  database: Database,
  body: Body<Save>,
  model: Model,
  refusal: Refusal,
) {
  const changes = [
    ...changesOf('annotation', body.annotations, model),
    ...changesOf('note', body.notes, model),
    ...changesOf('bookmark', body.bookmarks, model),
  ];
  const { outcomes, ...state } = await saveBatch(
    database,
    issueOf(body.subject, body),
    changes,
    keepCopies,
    refusal,
  );
  return {
    annotations: outcomesOf('annotation', outcomes),
    notes: outcomesOf('note', outcomes),
    bookmarks: outcomesOf('bookmark', outcomes),
    ...state,
  };
}
