/**
 * Paints passages by the CSS Custom Highlight API: the document stays as it is. How they look says a style sheet,
 * `::highlight(name) { background-color: …; }`. What was painted under the name before is not any more.
 *
 * @returns False where the browser cannot: Safari before 17.2, Firefox before 140, Chromium before 105. The
 *   annotations then belong into a list beside the text.
 */
export function paint(name: string, ranges: Iterable<AbstractRange>): boolean {
  if (!globalThis.CSS?.highlights) return false;
  const painted = [...ranges];
  // WebKit leaves painted what goes with its highlight, but not what leaves it.
  CSS.highlights.get(name)?.clear();
  if (painted.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...painted));
  return true;
}
