/*
 * The structure of a cmi5 course as the platform takes it in: blocks and assignable units as flat lists, in
 * the order of `cmi5.xml` (cmi5, section 13.1).
 */

/** Texts by language (RFC 5646). */
export type Texts = Readonly<Record<string, string>>;

export const moveOns = [
  'NotApplicable',
  'Passed',
  'Completed',
  'CompletedAndPassed',
  'CompletedOrPassed',
] as const;
export const launchMethods = ['AnyWindow', 'OwnWindow'] as const;

interface Titled {
  /** An IRI that the publisher has given it. */
  readonly id: string;
  readonly title: Texts;
  readonly description: Texts;
}

export interface Cmi5Block extends Titled {
  /** The block that it is in; absent: the course. */
  readonly parent_id?: string;
  readonly objective_ids?: readonly string[];
}

/** An assignable unit. */
export interface Cmi5Au extends Cmi5Block {
  /** Relative to the folder of the package, or a whole address. */
  readonly url: string;
  readonly launch_method: (typeof launchMethods)[number];
  readonly move_on: (typeof moveOns)[number];
  /** From 0 to 1. */
  readonly mastery_score?: number;
  readonly launch_parameters?: string;
  readonly entitlement_key?: string;
  readonly activity_type?: string;
}

export interface Cmi5Structure extends Titled {
  readonly objectives?: readonly Titled[];
  readonly blocks: readonly Cmi5Block[];
  readonly aus: readonly Cmi5Au[];
}

/** Where it stands beside the start page, and where readers of an issue find it. */
export const cmi5StructureFile = 'cmi5-structure.json';

/** A block with what is in it, or a unit. */
export type OutlineNode =
  | { readonly block: Cmi5Block; readonly children: readonly OutlineNode[] }
  | { readonly au: Cmi5Au };

/**
 * Blocks and units as they stand in `cmi5.xml`: the order of the units says where each block begins, since
 * none is empty.
 */
export function outlineOf({ blocks, aus }: Cmi5Structure): readonly OutlineNode[] {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const begun = new Map<string, OutlineNode[]>();
  const top: OutlineNode[] = [];
  const childrenOf = (parent: string | undefined): OutlineNode[] => {
    if (parent === undefined) return top;
    const nodes = begun.get(parent);
    if (nodes) return nodes;
    const block = byId.get(parent);
    if (!block) throw new Error(`The structure has no block ${parent}.`);
    const children: OutlineNode[] = [];
    begun.set(parent, children);
    childrenOf(block.parent_id).push({ block, children });
    return children;
  };
  for (const au of aus) childrenOf(au.parent_id).push({ au });
  return top;
}

/** A text in the language that is wanted (RFC 4647, section 3.4), or else in the first one that there is. */
export function textIn(texts: Texts, language: string): string {
  const byTag = new Map(Object.entries(texts).map(([tag, text]) => [tag.toLowerCase(), text]));
  const [primary = ''] = language.toLowerCase().split('-', 1);
  const regional = [...byTag].find(([tag]) => tag.startsWith(`${primary}-`))?.[1];
  const text = byTag.get(language.toLowerCase()) ?? byTag.get(primary) ?? regional;
  return text ?? byTag.get('und') ?? Object.values(texts)[0] ?? '';
}
