import type { BodyInput, Contract } from '@lectern/contracts';
import type { linkType } from '@lectern/contracts/calls/annotations/link-target';

/* An example for each value of each option that items have. */

type Changes = NonNullable<BodyInput<Contract['clag']['cloudSynchForIssue']>['changes']>;
export type OnModel = Omit<NonNullable<Changes['models']>[number], 'topic_dto' | 'exercise_dto'>;
type ItemIn<List extends readonly unknown[] | undefined> = Exclude<
  NonNullable<List>[number],
  { readonly is_removed: true }
>;
export type Note = ItemIn<OnModel['notes']>;
export type UserTopic = ItemIn<Changes['user_topics']>;
type Answer = ItemIn<Changes['answers']>;
type TopicAttributes = ItemIn<Changes['topic_attributes']>;
export type Location = NonNullable<Note['anchor']>['location'];
type LinkType = (typeof linkType.options)[number];
export type Link = Extract<Note['content'], { note_content_type: 'LINK' }>['link'];

/** Every option by name: one that is missing, or that is none, does not compile. */
type ByOption<Union, Field extends keyof Union> = {
  readonly [Option in Union[Field] & string]: Extract<Union, Readonly<Record<Field, Option>>>;
};

const drawing = {
  width: 400,
  height: 300,
  strokes: [
    [0, 1, 2],
    [-1, 9, 9, -3, 4],
  ],
};

export const links: Readonly<Record<LinkType, Link>> = {
  LINK_TYPE_WEBSITE: {
    link_type: 'LINK_TYPE_WEBSITE',
    address: 'https://www.example.org/a?b=%20#ü',
  },
  LINK_TYPE_IMAGE_WEB: {
    link_type: 'LINK_TYPE_IMAGE_WEB',
    address: 'http://www.example.org/a.png',
  },
  LINK_TYPE_IMAGE_LOCAL: { link_type: 'LINK_TYPE_IMAGE_LOCAL', file_reference: 'own/see.png' },
  LINK_TYPE_ONENOTE: { link_type: 'LINK_TYPE_ONENOTE', address: 'onenote:https://example.org/a' },
  LINK_TYPE_ASSET_EXCHANGE: { link_type: 'LINK_TYPE_ASSET_EXCHANGE', file_reference: 'plakat' },
};

export const noteContents: ByOption<Note['content'], 'note_content_type'> = {
  NONE: { note_content_type: 'NONE' },
  PLAIN_TEXT: { note_content_type: 'PLAIN_TEXT', text: 'Zeile\n\tnoch eine 🌊' },
  RICH_TEXT: { note_content_type: 'RICH_TEXT', html: '<b>fett</b> &amp; <script>1</script>' },
  LINK: { note_content_type: 'LINK', link: links.LINK_TYPE_WEBSITE },
  DRAWING_TEXT: { note_content_type: 'DRAWING_TEXT', text: '', drawing },
  EDITABLE_TEXT_ENTRY: { note_content_type: 'EDITABLE_TEXT_ENTRY', field_id: 'f', text: 'x' },
  EDITABLE_CHECKBOX: { note_content_type: 'EDITABLE_CHECKBOX', field_id: 'f', is_checked: false },
  EXTERNAL_LINK: { note_content_type: 'EXTERNAL_LINK', address: 'https://www.example.org/' },
};

const html = '<h1>Ausflug</h1>';
export const topicContents: Readonly<
  Record<UserTopic['content']['topic_type'], UserTopic['content']>
> = {
  STATIC_HTML: { topic_type: 'STATIC_HTML', html },
  EDITABLE_HTML: { topic_type: 'EDITABLE_HTML', html: '' },
  EDITABLE_STANDALONE_HTML: { topic_type: 'EDITABLE_STANDALONE_HTML', html },
  LINK: { topic_type: 'LINK', link: links.LINK_TYPE_ASSET_EXCHANGE },
};

export const answerContents: ByOption<Answer['content'], 'basic_answer_type'> = {
  essay: { basic_answer_type: 'essay', text: 'Für mich', shared_text: 'Für alle' },
  choice: { basic_answer_type: 'choice', choice_ids: ['b', 'a'] },
  match_keyboard: { basic_answer_type: 'match_keyboard', gaps: [{ gap_id: '1', text: '' }] },
  match_position: {
    basic_answer_type: 'match_position',
    labels: [{ label_id: 'dampf', position_id: 'oben' }],
  },
  match_place: {
    basic_answer_type: 'match_place',
    cards: [
      { card_id: 'b', place_id: 'fest' },
      { card_id: 'a', place_id: 'fest' },
    ],
  },
  sketchpad: { basic_answer_type: 'sketchpad', drawing },
};

export const attributeValues: {
  readonly [Field in keyof TopicAttributes]?: readonly TopicAttributes[Field][];
} = {
  is_done: [true, false],
  is_hidden: [true, false],
  progress_in_percent: [0, 33.3, 100],
  last_opened_at: ['2026-11-21T10:28:00+01:00'],
};
