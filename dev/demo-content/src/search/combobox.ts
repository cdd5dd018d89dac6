import type { Completion } from '@lectern/sdk';
import { el } from '../dom.ts';
import { Newest } from './newest.ts';

export interface SearchFieldHooks {
  complete(prefix: string): Promise<readonly Completion[]>;
  search(query: string): void;
}

interface SearchField {
  readonly element: HTMLElement;
  /** Searches for a text in place of what was typed. */
  search(query: string): void;
}

/** Longest text that can be searched for, and longest that is completed, in UTF-16 code units. */
const queryMaximum = 200;
const prefixMaximum = 100;

/**
 * A search field with suggestions below it (ARIA Authoring Practices, editable combobox with list
 * autocomplete): the arrow keys go through them, Enter takes one, Escape closes them.
 */
export function createSearchField({ complete, search }: SearchFieldHooks): SearchField {
  const list = el('ul', {
    id: 'search-suggestions',
    role: 'listbox',
    'aria-label': 'Vorschläge',
    hidden: true,
  });
  const input = el('input', {
    id: 'search-input',
    type: 'search',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': list.id,
    autocomplete: 'off',
    maxlength: String(queryMaximum),
    placeholder: 'zum Beispiel Grundwasser',
  });
  let active = -1;

  const completions = new Newest(
    complete,
    (found) => show(found),
    // Suggestions are a help: without them the search goes on.
    () => show([]),
  );

  function show(found: readonly Completion[]): void {
    const chosen = list.children[active]?.textContent;
    list.replaceChildren(
      ...found.map(({ text }, index) => {
        const option = el(
          'li',
          { id: `search-suggestion-${index}`, role: 'option', 'aria-selected': 'false' },
          text,
        );
        // Before the field loses the focus.
        option.addEventListener('pointerdown', (event) => event.preventDefault());
        option.addEventListener('click', () => take(text));
        return option;
      }),
    );
    setOpen(found.length > 0 && input.matches(':focus'));
    // The keys may have gone to it while the newer suggestions were on their way.
    activate(list.hidden ? -1 : found.findIndex(({ text }) => text === chosen));
  }

  function setOpen(isOpen: boolean): void {
    list.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) activate(-1);
  }

  function activate(index: number): void {
    active = index;
    for (const [each, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(each === index));
      if (each === index) option.scrollIntoView({ block: 'nearest' });
    }
    const id = list.children[index]?.id;
    if (id) input.setAttribute('aria-activedescendant', id);
    else input.removeAttribute('aria-activedescendant');
  }

  function take(text: string): void {
    input.value = text;
    completions.drop();
    setOpen(false);
    if (text.trim() !== '') search(text.trim());
  }

  input.addEventListener('input', () => {
    activate(-1);
    const prefix = input.value.trimStart();
    if (prefix.trim() !== '' && prefix.length <= prefixMaximum) return completions.ask(prefix);
    completions.drop();
    setOpen(false);
  });
  input.addEventListener('blur', () => setOpen(false));
  input.addEventListener('keydown', (event) => {
    // Keys of an input method choose among what it offers. Keyboards of Android compose each word until Enter searches.
    if (event.isComposing) return;
    // Safari marks the last key of an input method by its code alone.
    if (event.keyCode === 229) {
      if (event.key === 'Enter') event.preventDefault();
      return;
    }
    const count = list.children.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      setOpen(true);
      // One more than there are suggestions: the field itself is part of the round.
      activate(((active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      completions.drop();
      setOpen(false);
    }
  });

  const form = el(
    'form',
    { role: 'search', class: 'search-field' },
    el('label', { for: input.id }, 'Was suchst du?'),
    el('div.search-input', input, list),
    el('button', { type: 'submit', class: 'primary' }, 'Suchen'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    take(list.children[active]?.textContent ?? input.value);
  });
  return {
    element: form,
    search(query) {
      take(query);
      input.focus();
    },
  };
}
