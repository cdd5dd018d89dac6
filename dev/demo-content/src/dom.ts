type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

type Tag = keyof HTMLElementTagNameMap;

/**
 * Makes an element: `el('p.hint', 'Text')` is one of the class `hint`. Of attributes `true` sets one without a value;
 * `false` and `undefined` leave it out.
 */
export function el<Name extends Tag>(
  selector: Name | `${Name}.${string}`,
  attributes: Attributes,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name];
export function el<Name extends Tag>(
  selector: Name | `${Name}.${string}`,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name];
export function el(selector: string, ...given: readonly (Attributes | Child)[]): HTMLElement {
  const [name = '', ...classes] = selector.split('.');
  const [first, ...others] = given;
  const hasAttributes = typeof first === 'object' && !(first instanceof Node);
  const attributes = hasAttributes ? first : {};
  const children = (hasAttributes ? others : given) as readonly Child[];
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(' ');
  // People's text has the direction of its own language.
  if (name === 'textarea' || /^(text|search)$/.test(String(attributes['type'])))
    element.dir = 'auto';
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(attribute, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** A button with what a press does. */
export function button(
  classes: string,
  label: string,
  onPress: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const element = el('button', { type: 'button', class: classes, ...attributes }, label);
  element.addEventListener('click', () => onPress());
  return element;
}

/** A text in which `**terms**` are set off. */
export function richText(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  // The odd pieces are those between two pairs of asterisks.
  for (const [index, piece] of text.split('**').entries())
    fragment.append(index % 2 === 1 ? el('strong', piece) : piece);
  return fragment;
}

/** The name of a person beside other text, which keeps its order whatever the direction of the name is. */
export function personName(name: string): HTMLElement {
  return el('bdi', name);
}

/** Text that only screen readers see. */
export function spoken(text: string): HTMLElement {
  return el('span.spoken', text);
}

/** Shows other content where it reads differently: what has the focus, or is being pressed, stays otherwise. */
export function showIfNew(element: HTMLElement, children: readonly HTMLElement[]): void {
  const text = (nodes: Iterable<Element>) =>
    JSON.stringify([...nodes].map(({ outerHTML }) => outerHTML));
  if (text(element.children) !== text(children)) element.replaceChildren(...children);
}
