import { contract } from '@lectern/contracts';
import { readJson } from '../../http/json-body.ts';
import { createValidate } from '../../http/validation.ts';
import type { Content, ItemKey, ItemKind } from '../items/item.ts';
import { changesOf, isOnModel, listNames, modelOf, modelScopeOf, toWire } from '../items/wire.ts';
import { NotUserData } from './not-user-data.ts';

/** A version of an item as a line keeps it: the current one, or a conflict copy. */
export interface KeptVersion {
  readonly key: ItemKey;
  readonly version: number;
  readonly content: Content;
  readonly updatedAt: Date;
  readonly isConflictCopy: boolean;
}

/** The same with its content as JSON text, as the database gives it: reading that would only cost memory. */
export interface StoredVersion extends Omit<KeptVersion, 'content'> {
  readonly json: string;
}

/** A line of JSON as it is written, without ids of the issue, which the file stands for. */
interface Line {
  readonly kind: ItemKind;
  readonly topic_dto?: { readonly topic_id: string };
  readonly exercise_dto?: { readonly exercise_id: string };
  readonly is_conflict_copy?: true;
  readonly item: {
    readonly version: number;
    readonly updated_at: string;
    readonly [field: string]: unknown;
  };
}

/** @returns a line with its end */
export function writeLine({
  key,
  version,
  updatedAt,
  isConflictCopy,
  json,
}: StoredVersion): string {
  const line: Line = {
    kind: key.kind,
    ...(isOnModel(key.kind) ? (modelScopeOf(key) as object) : {}),
    ...(isConflictCopy ? { is_conflict_copy: true } : {}),
    item: toWire(key.kind, { key, version, updatedAt, content: {} }),
  };
  const empty = JSON.stringify(line);
  // Both end in an object, the line's own within another one.
  const fields = json === '{}' ? '' : `,${json.slice(1, -1)}`;
  return `${empty.slice(0, -2)}${fields}}}\n`;
}

/** An item in a file is checked as the calls check it, with the same limits. */
const validateChanges = createValidate(contract.clag.cloudSynchForIssue.body.def.shape.changes);
const fieldsOfLine = new Set(['kind', 'topic_dto', 'exercise_dto', 'is_conflict_copy', 'item']);

/**
 * Reads a line, which may be hostile.
 *
 * @param text Without its end.
 * @throws {NotUserData}
 */
export function readLine(text: string): KeptVersion {
  try {
    return versionOf(parse(text));
  } catch (error) {
    throw error instanceof NotUserData ? error : new NotUserData(undefined, { cause: error });
  }
}

function parse(text: string): Line {
  const line = readJson(Buffer.from(text));
  if (!isLine(line)) throw new NotUserData();
  return line;
}

/** The fields of the item, and of its topic or exercise, are checked as a change. */
function isLine(line: unknown): line is Line {
  if (!isObject(line)) return false;
  const { kind, is_conflict_copy, item } = line;
  return (
    typeof kind === 'string' &&
    Object.hasOwn(listNames, kind) &&
    Object.keys(line).every((field) => fieldsOfLine.has(field)) &&
    (is_conflict_copy === undefined || is_conflict_copy === true) &&
    isObject(item)
  );
}

function versionOf({ kind, topic_dto, exercise_dto, is_conflict_copy, item }: Line): KeptVersion {
  const { updated_at, ...given } = item;
  const list = listNames[kind];
  const model = {
    ...(topic_dto === undefined ? {} : { topic_dto }),
    ...(exercise_dto === undefined ? {} : { exercise_dto }),
  };
  const isOfModel = isOnModel(kind);
  if (!isOfModel && Object.keys(model).length > 0) throw new NotUserData();
  const changes = validateChanges(
    isOfModel ? { models: [{ ...model, [list]: [given] }] } : { [list]: [given] },
  ) as ValidChanges;
  const [validModel] = changes.models ?? [];
  const [change] = changesOf(
    kind,
    (isOfModel ? validModel! : changes)[list],
    ...(isOfModel ? [modelOf(validModel!)] : []),
  );
  const { key, base: version, content } = change!;
  const updatedAt = new Date(updated_at);
  const isTime =
    typeof updated_at === 'string' &&
    timePattern.test(updated_at) &&
    !Number.isNaN(updatedAt.getTime());
  const isVersion = version !== undefined && version > 0 && version <= versionMaximum;
  // As an item, not as a change of one.
  if (content === null || 'settled_versions' in given || !isVersion || !isTime) {
    throw new NotUserData();
  }
  return { key, version, content, updatedAt, isConflictCopy: is_conflict_copy === true };
}

/** Half of the greatest integer of the database, which leaves room for the item's next versions. */
const versionMaximum = 1_000_000_000;
/** As the services write it. */
const timePattern = /^(?:19[7-9]|2\d\d)\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

type Lists = Partial<
  Readonly<Record<(typeof listNames)[ItemKind], Parameters<typeof changesOf>[1]>>
>;
type ValidChanges = Lists & {
  readonly models?: readonly (Lists & Parameters<typeof modelOf>[0])[];
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
