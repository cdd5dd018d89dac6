import type { Answer, Contract } from '@lectern/contracts';
import type { Database } from '../../storage/database.ts';
import type { ChangedItem } from '../items/item.ts';
import { textOfHtml } from './html-text.ts';
import { indexOwn, removeOwnTexts, type Issue, type OwnText } from './own-texts.ts';

type Calls = Contract['clag'];
type Annotations = Answer<Calls['annotationsGetForTopic']>;
type Note = Annotations['notes'][number];
type Highlight = Annotations['annotations'][number];
type Written = Answer<Calls['exerciseGetUserData']>['answers'][number];

const sources = { note: 'note', annotation: 'highlight', answer: 'answer' } as const;
type FollowedKind = keyof typeof sources;

/** Makes what users write found as it is now. Listens to the changes of items, in their transaction. */
export async function followItems(
  transaction: Database,
  { subject, ...issue }: Issue & { readonly subject: string },
  changes: readonly ChangedItem[],
): Promise<void> {
  const followed = changes.filter(isFollowed);
  const keyOf = ({ key: { kind, model_type, model_id, item_id } }: FollowedItem) =>
    ({ source: sources[kind], model_type, model_id, item_id }) as const;
  await removeOwnTexts(
    transaction,
    subject,
    issue,
    followed.filter(({ content }) => content === null).map(keyOf),
  );
  await indexOwn(
    transaction,
    subject,
    issue,
    followed
      .filter(({ content }) => content !== null)
      .map((item) => ({ ...keyOf(item), ...wordsOf(item) })),
  );
}

type FollowedItem = ChangedItem & { readonly key: { readonly kind: FollowedKind } };

function isFollowed(item: ChangedItem): item is FollowedItem {
  return item.key.kind in sources;
}

type Words = Pick<OwnText, 'target' | 'note_id' | 'note_type' | 'title' | 'text'>;

/** The words of an item. Its content has the form of the contract, because calls and restored files are checked by it. */
function wordsOf({ key, content }: FollowedItem): Words {
  switch (key.kind) {
    case 'note':
      return { ...wordsOfNote(content as Note), note_id: key.item_id };
    case 'annotation':
      return wordsOfHighlight(content as Highlight, key.model_type);
    case 'answer':
      return { target: 'exercise', text: textOfAnswer(content as Written) };
  }
}

function wordsOfNote({ note_type, title, content }: Note): Words {
  return { target: 'note', note_type, title, text: textOfNote(content) };
}

function textOfNote(content: Note['content']): string {
  switch (content.note_content_type) {
    case 'PLAIN_TEXT':
    case 'DRAWING_TEXT':
    case 'EDITABLE_TEXT_ENTRY':
      return content.text;
    case 'RICH_TEXT':
      return textOfHtml(content.html);
    case 'LINK':
      return content.link.address ?? '';
    case 'EXTERNAL_LINK':
      return content.address;
    case 'EDITABLE_CHECKBOX':
    case 'NONE':
      return '';
  }
}

function wordsOfHighlight({ anchor }: Highlight, model: 'topic' | 'exercise'): Words {
  const { note_id, quote } = anchor;
  return { target: note_id === undefined ? model : 'note', note_id, text: quote.exact };
}

function textOfAnswer({ content }: Written): string {
  switch (content.basic_answer_type) {
    case 'essay':
      return [content.text, content.shared_text ?? ''].join('\n').trim();
    case 'match_keyboard':
      return content.gaps.map(({ text }) => text).join('\n');
    case 'choice':
    case 'match_place':
    case 'match_position':
    case 'sketchpad':
      return '';
  }
}
