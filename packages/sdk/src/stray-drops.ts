/**
 * Refuses files, links and texts that are dropped where nothing takes them: browsers open them in place of the page. A zone takes
 * a drop by preventing the default of `dragover` and `drop`, as ever; texts and links still go into fields, and files into theirs.
 */
export function refuseStrayDrops(page: Pick<Window, 'addEventListener'> = globalThis): void {
  for (const type of ['dragover', 'drop']) page.addEventListener(type, refuseLast, true);
}

/** Zones on the window may be registered later: the guard hears each event after them. */
function refuseLast({ type, currentTarget }: Event): void {
  currentTarget!.removeEventListener(type, refuse as EventListener);
  currentTarget!.addEventListener(type, refuse as EventListener);
}

function refuse(event: DragEvent): void {
  const { dataTransfer } = event;
  if (event.defaultPrevented || !dataTransfer) return;
  // The target is the innermost node, also in an open shadow root; a text node has no `matches`.
  const [target] = event.composedPath() as [Partial<Element>];
  const is = (selector: string) => target.matches?.(selector);
  const types = dataTransfer.types.join();
  const isEditable = is(':read-write');
  if (
    /Files/.test(types)
      ? is('[type=file]:enabled') || (isEditable && /html/.test(types))
      : isEditable
  )
    return;
  event.preventDefault();
  // Editors and closed shadow roots may hear `drop` alone. The drag's source reads `dropEffect` after a drop.
  const mayTake = isEditable || (!target.shadowRoot && /-/.test(target.localName!));
  if (event.type === 'dragover' && !mayTake) dataTransfer.dropEffect = 'none';
}
