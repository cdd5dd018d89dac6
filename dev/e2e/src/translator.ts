/**
 * Does to a page what browsers do that translate it: puts other nodes in place of its texts, now and whenever some
 * come. The texts stay what they are. An init script, which runs in every frame.
 */
export function translate(shell: string): void {
  if (location.origin !== shell) return;
  const replaceTexts = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!/\p{L}/u.test(text.data) || !parent || parent.closest('script, style, font')) continue;
      const translated = document.createElement('font');
      translated.append(document.createElement('font'));
      translated.firstElementChild!.textContent = text.data;
      text.replaceWith(translated);
    }
  };
  addEventListener('DOMContentLoaded', () => {
    replaceTexts(document.body);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes)
          if (node.isConnected) replaceTexts(node);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
