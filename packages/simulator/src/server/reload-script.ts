/** Where the script stands, and where it hears of changes. No file of an author's lies there. */
export const scriptPath = '/-/reload.js';
export const changesPath = '/-/changes';

/**
 * Runs in the author's page, before its own scripts: loads it anew after a change of a file, where the
 * reader is. The shell would open content at the place that it has named last; within its frame the page
 * has to do so by itself, and looks at what is sent for that. In a block: its names are not the page's.
 */
export const reloadScript = `
{
  const parameters = ['exerciseGroupId', 'themaId', 'subThemaNumber'];
  // A router of the page may name others, which are no files.
  const served = location.pathname;
  let place;
  const note = (message) => {
    if (message?.origin === 'iframe' && message.action === 'setPlace') place = message.payload;
  };
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (message, ...rest) {
    note(message);
    return postMessage.call(this, message, ...rest);
  };
  new EventSource('${changesPath}').addEventListener('message', () => {
    const address = new URL(location.href);
    address.pathname = served;
    for (const name of place ? parameters : []) {
      if (place[name]) address.searchParams.set(name, place[name]);
      else address.searchParams.delete(name);
    }
    history.replaceState(history.state, '', address);
    location.reload();
  });
}
`;

/** The page with the script before everything else in it. */
export function withReload(page: string): string {
  const script = `<script src="${scriptPath}"></script>`;
  const head = /<head(\s[^>]*)?>/i.exec(page) ?? /<!doctype[^>]*>/i.exec(page);
  if (!head) return script + page;
  const end = head.index + head[0].length;
  return page.slice(0, end) + script + page.slice(end);
}
