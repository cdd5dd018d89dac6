import { openDevice } from './device-scene.ts';
import { scope, statementId } from './fake-tabs.ts';

/** Of the note that these tests are about. */
export const id = statementId(1);
export const note = (text: string, version: number, more: object = {}) => ({
  note_id: id,
  note_type: 'SIDENOTE' as const,
  content: { note_content_type: 'PLAIN_TEXT' as const, text },
  version,
  ...more,
});
export const removal = (version: number) => ({ note_id: id, version, is_removed: true as const });
export function textOf(thing: { readonly content?: object } | undefined): string | undefined {
  const { content } = thing ?? {};
  return content && 'text' in content ? String(content.text) : undefined;
}

/** Mia's tab, before services that keep annotations; another device; and a network that can be away. */
export function open() {
  const device = openDevice();
  const { stores, tab } = device;
  const history = () => stores.annotations.history(scope, 'notes', id).map(textOf);
  const copies = () =>
    stores.annotations.thing(scope, 'notes', id).copies.map(({ content }) => textOf(content));
  /** A write of another device. */
  const elsewhere = (text: string, version: number) =>
    stores.annotations.save({ ...scope, notes: [note(text, version)] });
  const read = (outbox = tab.outbox) =>
    outbox.readAnnotations(scope, async () =>
      stores.annotations.read({ ...scope, with_conflict_copies: true }),
    );
  const save = async (change: ReturnType<typeof note> | ReturnType<typeof removal>, by = tab) => {
    const { notes } = await by.outbox.acceptChanges(scope, { notes: [change] });
    return notes[0]!.version;
  };
  return {
    ...device,
    ...tab,
    history,
    copies,
    elsewhere,
    read,
    save,
  };
}
