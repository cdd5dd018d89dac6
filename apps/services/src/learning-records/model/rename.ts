import { parseTree, type Node } from 'jsonc-parser';

/** An account of xAPI 1.0.3, Data 2.4.2.4. */
export interface Account {
  /** Absent in what is no statement. */
  readonly homePage?: string | undefined;
  readonly name: string;
}

export interface Renaming {
  /** @returns what an account is from now on; `undefined`: what it was */
  account(account: Account): Account | undefined;
  /** Agents whose account changes keep the name beside it. */
  readonly keepsNames: boolean;
}

/** Stands for a person who is no longer known. */
export const erasedName = 'erased';

/** @param isErased whose account it is that nobody is to be known by any more */
export function erasing(isErased: (account: Account) => boolean): Renaming {
  return {
    account: (one) => (isErased(one) ? { homePage: one.homePage, name: erasedName } : undefined),
    keepsNames: false,
  };
}

/** A part of a text, and its replacement. */
interface Edit {
  readonly begin: number;
  readonly end: number;
  readonly text: string;
}

/**
 * JSON in which accounts are others, wherever they stand: also in extensions, and in what was stored before
 * statements were checked. Everything else stays as it is written: order, spaces and numbers.
 */
export function renameAccounts(json: string, renaming: Renaming): string {
  const root = parseTree(json);
  const edits: Edit[] = [];
  if (root) addEditsIn(root, renaming, edits);
  edits.sort((a, b) => a.begin - b.begin);
  // Put together once: a text may have thousands of them.
  const pieces: string[] = [];
  let done = 0;
  for (const { begin, end, text } of edits) {
    // Said twice, of an account within an agent; or what is removed is the name of an account, too.
    if (begin < done) continue;
    pieces.push(json.slice(done, begin), text);
    done = end;
  }
  return pieces.join('') + json.slice(done);
}

function addEditsIn({ type, children = [] }: Node, renaming: Renaming, edits: Edit[]): void {
  if (type === 'object') edits.push(...editsOfObject(children, renaming));
  for (const child of children) addEditsIn(child, renaming, edits);
}

/**
 * @param properties of any object: it is an agent where it has an account, and an account where it has a home
 *   page, as content may write one into an extension
 */
function* editsOfObject(properties: readonly Node[], renaming: Renaming): Generator<Edit> {
  if (valueOf(properties, 'homePage')) yield* editsOfAccount(properties, renaming);
  const account = valueOf(properties, 'account')?.children ?? [];
  yield* editsOfAccount(account, renaming);
  if (!renaming.keepsNames && renamed(account, renaming)) yield* removalOf(properties, 'name');
}

function* editsOfAccount(properties: readonly Node[], renaming: Renaming): Generator<Edit> {
  const change = renamed(properties, renaming);
  if (!change) return;
  const { before, after } = change;
  const homePage = valueOf(properties, 'homePage');
  if (homePage && after.homePage !== undefined && after.homePage !== before.homePage) {
    yield replace(homePage, after.homePage);
  }
  if (after.name !== before.name) yield replace(valueOf(properties, 'name')!, after.name);
}

/** An account, before and after. */
function renamed(
  properties: readonly Node[],
  renaming: Renaming,
): { readonly before: Account; readonly after: Account } | undefined {
  const homePage = valueOf(properties, 'homePage');
  const name = valueOf(properties, 'name');
  if (name?.type !== 'string') return undefined;
  const before = {
    homePage: homePage?.type === 'string' ? String(homePage.value) : undefined,
    name: String(name.value),
  };
  const after = renaming.account(before);
  return after && { before, after };
}

function valueOf(properties: readonly Node[], key: string): Node | undefined {
  return properties.find((property) => keyOf(property) === key)?.children?.[1];
}

function keyOf({ children }: Node): unknown {
  return children?.[0]?.value;
}

function replace({ offset, length }: Node, value: string): Edit {
  return { begin: offset, end: offset + length, text: JSON.stringify(value) };
}

/** With the comma that is one too many then; what is an agent has an account beside it. */
function* removalOf(properties: readonly Node[], key: string): Generator<Edit> {
  const place = properties.findIndex((property) => keyOf(property) === key);
  if (properties[place]?.children?.[1]?.type !== 'string') return;
  const endOf = ({ offset, length }: Node) => offset + length;
  const [before, own, next] = [properties[place - 1], properties[place], properties[place + 1]];
  yield next
    ? { begin: own.offset, end: next.offset, text: '' }
    : { begin: before ? endOf(before) : own.offset, end: endOf(own), text: '' };
}
