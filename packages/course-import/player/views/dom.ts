type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Makes an element. `true` sets an attribute without a value; `false` and `undefined` leave it out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(attribute, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

export function button(text: string, kind: 'primary' | 'quiet', onClick: () => void) {
  const made = element('button', { type: 'button', class: kind }, text);
  made.addEventListener('click', onClick);
  return made;
}

export function required(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element) return element;
  throw new Error(`index.html has no #${id}.`);
}
