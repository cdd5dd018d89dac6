import { annotationColorIndex } from '@lectern/contracts/calls/annotations/annotation';
import { linkType } from '@lectern/contracts/calls/annotations/link-target';
import { noteType } from '@lectern/contracts/calls/annotations/note';
import { annotationLocation } from '@lectern/contracts/calls/annotations/text-anchor';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { makePublisher, publish, smallIssue } from '../publishing/publication.ts';
import {
  answerContents,
  attributeValues,
  links,
  noteContents,
  topicContents,
  type Link,
  type Location,
  type Note,
  type OnModel,
  type UserTopic,
} from './contents.ts';
import * as some from './writers.ts';

/* Each option of each kind of item comes back as it was, and reaches other devices. */

const writers = startBeforeAll(() => some.startWriters());
const mia = makeBeforeEach(() => writers.newWriter());

const topic = { topic_dto: some.topic_dto };
const exercise = { exercise_dto: some.exercise_dto };
type Model = typeof topic | typeof exercise;

const stored = (items: readonly object[]) =>
  items.map((item) => ({ ...item, version: 1, updated_at: expect.any(String) as string }));

/** Changes that a new device is given. */
const received = async () => (await mia.clag.cloudSynchForIssue({ body: mia.issue })).changes;
const nothing = { models: [], answers: [], user_topics: [], topic_attributes: [] };

function save(model: Model, changes: Omit<OnModel, 'local_store_items'>): Promise<unknown> {
  return 'topic_dto' in model
    ? mia.clag.annotationsSaveForTopic({ body: { ...mia.issue, ...model, ...changes } })
    : mia.clag.annotationsSaveForExercise({ body: { ...mia.issue, ...model, ...changes } });
}

/** Saves changes. @returns what is read then, and what another device is given */
async function exchanged(model: Model, changes: Parameters<typeof save>[1]) {
  await save(model, changes);
  const body = { ...mia.issue, ...model };
  const read =
    'topic_dto' in body
      ? mia.clag.annotationsGetForTopic({ body })
      : mia.clag.annotationsGetForExercise({ body });
  return [await read, await received()];
}

/** All of that as it is to be. */
function asGiven(
  model: Model,
  { annotations = [], notes = [], bookmarks = [] }: Parameters<typeof save>[1],
) {
  const lists = {
    annotations: stored(annotations),
    notes: stored(notes),
    bookmarks: stored(bookmarks),
  };
  return [
    { result_state: 'OK', ...lists },
    { ...nothing, models: [{ ...model, ...lists, local_store_items: [] }] },
  ];
}

const anchorAt = (location: Location) => ({
  location,
  ...(location.startsWith('note_') ? { note_id: some.newId() } : {}),
  ...(location.startsWith('answer_') ? { answer_id: 'a' } : {}),
  quote: { prefix: 'Das ', exact: 'Wasser 🌊', suffix: ' steigt' },
  position: { start: 4, end: 12 },
});
const anchored = (anchor: Note['anchor']) => ({
  annotations: [{ ...some.highlight(some.newId(), 'x'), anchor: anchor! }],
  notes: [{ ...some.note(some.newId(), 'x'), anchor }],
});

describe('a highlight and a note', () => {
  const places = annotationLocation.options.flatMap((location) =>
    [topic, exercise].map((model) => ({
      location,
      model,
      name: 'topic_dto' in model ? 'topic' : 'exercise',
    })),
  );
  const fits = ({ location, name }: (typeof places)[number]) => {
    const [of = ''] = location.split('_');
    return name === 'topic' ? ['topic', 'note'].includes(of) : of !== 'topic';
  };

  test.each(places.filter(fits))('stand at $location of a $name', async ({ location, model }) => {
    const given = anchored(anchorAt(location));
    expect(await exchanged(model, given)).toEqual(asGiven(model, given));
  });

  test.each(places.filter((place) => !fits(place)))(
    'do not stand at $location of a $name',
    async ({ location, model }) => {
      const { annotations, notes } = anchored(anchorAt(location));
      for (const given of [{ annotations }, { notes }]) {
        expect(await codeOf(save(model, given))).toBe('REQUEST_INVALID');
        const changes = { models: [{ ...model, ...given }] };
        const sent = mia.clag.cloudSynchForIssue({ body: { ...mia.issue, changes } });
        expect(await codeOf(sent)).toBe('REQUEST_INVALID');
      }
      expect(await received()).toEqual(nothing);
    },
  );

  test.each(annotationLocation.options)(
    'at %s name the text that it is, and no other',
    async (location) => {
      const { note_id, answer_id, ...anchor } = anchorAt(location);
      const others = [
        note_id === undefined ? { ...anchor, answer_id, note_id: some.newId() } : anchor,
        answer_id === undefined ? { ...anchor, note_id, answer_id: 'a' } : anchor,
      ];
      const model = location.startsWith('topic_') ? topic : exercise;
      for (const wrong of others) {
        expect(await codeOf(save(model, anchored(wrong)))).toBe('REQUEST_INVALID');
      }
    },
  );
});

test.each(annotationColorIndex.options)(
  'highlights, notes and bookmarks have the colour %s',
  async (color_index) => {
    const { annotations, notes } = anchored(anchorAt('exercise_text'));
    const given = {
      annotations: annotations.map((annotation) => ({ ...annotation, color_index })),
      notes: notes.map((note) => ({ ...note, color_index })),
      bookmarks: [{ ...some.bookmark(some.newId(), 'Für die Probe'), color_index }],
    };
    expect(await exchanged(exercise, given)).toEqual(asGiven(exercise, given));
  },
);

test('a bookmark and a note need no title, nor a note a colour', async () => {
  const { title: _, ...untitled } = some.bookmark(some.newId(), 'x');
  const given = { notes: [some.note(some.newId(), '')], bookmarks: [untitled] };
  expect(await exchanged(topic, given)).toEqual(asGiven(topic, given));
});

describe('a note', () => {
  test.each(noteType.options)('is of the type %s', async (note_type) => {
    const more = { note_type, title: 'Pfütze', image_reference: 'own/see.png' };
    const given = { notes: [{ ...some.note(some.newId(), 'x'), ...more }] };
    expect(await exchanged(topic, given)).toEqual(asGiven(topic, given));
  });

  test.each(Object.entries(noteContents))('consists of %s', async (_type, content) => {
    const given = { notes: [{ ...some.note(some.newId(), ''), content }] };
    expect(await exchanged(topic, given)).toEqual(asGiven(topic, given));
  });
});

/** The same for an own topic. */
async function exchangedTopic(user_topic: UserTopic) {
  await mia.clag.userTopicSaveData({ body: { ...mia.issue, user_topics: [user_topic] } });
  return [await mia.clag.userTopicGetData({ body: mia.issue }), await received()];
}

function topicAsGiven(user_topic: UserTopic) {
  const user_topics = stored([user_topic]);
  return [
    { result_state: 'OK', user_topics },
    { ...nothing, user_topics },
  ];
}

describe('an own topic', () => {
  test.each(Object.entries(topicContents))('is of the type %s', async (_type, content) => {
    const given = { ...some.page('eigen', ''), content };
    expect(await exchangedTopic(given)).toEqual(topicAsGiven(given));
  });

  test('stands under another one and after another one', async () => {
    const place = { parent_topic_id: 'ufer', previous_topic_id: 'ufer-1' };
    const given = { ...some.page('eigen', '<p>Ä</p>'), ...place };
    expect(await exchangedTopic(given)).toEqual(topicAsGiven(given));
  });
});

describe.each(linkType.options)('a link of the type %s', (type) => {
  const link = links[type];
  const contents = (target: Link) => {
    const content = { note_content_type: 'LINK' as const, link: target };
    return { notes: [{ ...some.note(some.newId(), ''), content }] };
  };

  test('stands in a note', async () => {
    const given = contents(link);
    expect(await exchanged(exercise, given)).toEqual(asGiven(exercise, given));
  });

  test('is an own topic', async () => {
    const given = { ...some.page('film', ''), content: { topic_type: 'LINK' as const, link } };
    expect(await exchangedTopic(given)).toEqual(topicAsGiven(given));
  });

  test('leads to a file or to an address, as its type says, not both nor neither', async () => {
    const [address, file_reference] = ['https://www.example.org/', 'plakat'];
    const wrong = link.address === undefined ? { address } : { file_reference };
    for (const target of [wrong, { address, file_reference }, {}]) {
      const given = contents({ link_type: type, ...target });
      expect(await codeOf(save(topic, given))).toBe('REQUEST_INVALID');
    }
  });
});

describe('an answer', () => {
  test.each(Object.entries(answerContents))('is of the type %s', async (_type, content) => {
    const answers = [{ ...some.essay('a', ''), content, is_done: true, score_in_percent: 66.7 }];
    await mia.clag.exerciseSaveUserData({ body: { ...mia.issue, answers } });
    const shared_at = expect.any(String) as string;
    const expected = stored(answers).map((answer) => ({ ...answer, shared_at }));
    expect(await mia.clag.exerciseGetUserData({ body: mia.issue })).toEqual({
      result_state: 'OK',
      answers: expected,
    });
    expect(await received()).toEqual({ ...nothing, answers: expected });
  });
});

describe('of a topic of the table of contents', () => {
  beforeAll(async () => {
    const publisher = await writers.newWriter();
    await makePublisher(writers.platform, publisher, smallIssue.mandant_identifier);
    const { course_id_dto, issue_id_dto } = publisher.issue;
    const issue = { ...smallIssue, ...course_id_dto, ...issue_id_dto };
    await publish(writers.platform, publisher, issue);
  });

  const rows = Object.entries(attributeValues).flatMap(([field, values]) =>
    values.map((value) => [field, value] as const),
  );
  test.each(rows)('%s is kept: %j', async (field, value) => {
    const topic_attributes = { topic_id: 'ufer-1', version: 0, [field]: value };
    await mia.clag.topicTocSaveAttributesForTopic({ body: { ...mia.issue, topic_attributes } });
    const expected = stored([topic_attributes]);
    const { topics } = await mia.clag.topicTocGetAttributesForIssue({ body: mia.issue });
    expect(topics.flatMap(({ user_attributes = [] }) => user_attributes)).toEqual(expected);
    expect(await received()).toEqual({ ...nothing, topic_attributes: expected });
  });
});

test.each([topic, exercise])('a local store item stands at %j', async (model) => {
  const item = { segment: 'Übung', key: 'k', value: '{"a":\n1}' };
  const { subject: _, ...issue } = mia.issue;
  const body = { ...issue, ...model };
  await mia.clag.localStoreItemSetForModel({ body: { ...body, local_store_items: [item] } });
  const local_store_items = stored([item]);
  expect(await mia.clag.localStoreItemGetForModel({ body })).toEqual({
    result_state: 'OK',
    local_store_items,
  });
  const models = [{ ...model, annotations: [], notes: [], bookmarks: [], local_store_items }];
  expect(await received()).toEqual({ ...nothing, models });
});
