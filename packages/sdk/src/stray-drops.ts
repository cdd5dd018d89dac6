/**
 * Refuses files, links and texts that are dropped where nothing takes them: browsers open them in place of the page. A zone takes
 * a drop by preventing the default of `dragover`, as ever; texts and links still go into fields, and files into theirs.
 */
export function refuseStrayDrops(page: Pick<Window, 'addEventListener'> = globalThis): void {
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
}

function refuse(event: DragEvent): void {
  const { dataTransfer, defaultPrevented, type } = event;
  const field = dataTransfer?.types.includes('Files') ? 'input[type=file]:enabled' : ':read-write';
  // The innermost, also within a component. It may be a text.
  const [target] = event.composedPath() as Partial<Element>[];
  if (defaultPrevented || target?.matches?.(field)) return;
  event.preventDefault();
  // Of a drop that a zone has taken on its way, its source reads this.
  if (dataTransfer && type === 'dragover') dataTransfer.dropEffect = 'none';
}
