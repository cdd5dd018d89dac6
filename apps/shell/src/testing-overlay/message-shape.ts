import { events, requests } from '@lectern/sdk/protocol';

/** Structure of a value, without the value: names of types, lists, and fields by name. */
export type Shape = string | { readonly list: number; readonly of: readonly Shape[] } | Fields;
interface Fields {
  readonly [field: string]: Shape | number;
}

/** Fields that no shape of the protocol names: those around a payload, and those of xAPI statements. */
const fieldsBeside = `origin action payload error event statement_id actor
  objectType definition name description type
  moreInfo interactionType correctResponsesPattern choices scale source target steps
  score scaled raw min max completion response duration extensions
  registration instructor team contextActivities parent grouping category other
  revision platform language`;
const shapes = [
  ...Object.values(requests).flatMap(({ payload, result }) => [payload, result]),
  ...Object.values(events),
];
/**
 * Names of fields that the trace shows. A field's name is as free as its value where the content makes it: any
 * other is only counted, since it may be somebody's name.
 */
const knownFields = new Set([
  ...fieldsBeside.split(/\s+/),
  ...shapes.flatMap(({ notation }) => notation.match(/\w+(?=\??: )/g) ?? []),
]);

const depthMaximum = 8;
/**
 * How many values of one message are looked at. A message may hold one list in many places: few values
 * then make endless paths.
 */
const looksMaximum = 2_000;
/** How many different shapes a list shows. */
const shapesOfListMaximum = 3;
/** Under this name the members are counted whose names are not known. */
export const otherMembers = '(others)';

/** The shape of a value, with nothing of its texts, numbers and free names. */
export function shapeOf(value: unknown): Shape {
  let looks = 0;

  function look(at: unknown, depth: number): Shape {
    if (at === null) return 'null';
    if (typeof at !== 'object') return typeof at;
    if (depth >= depthMaximum) return '…';
    if (Array.isArray(at)) {
      const different = new Map<string, Shape>();
      for (const item of at) {
        if (++looks > looksMaximum || different.size === shapesOfListMaximum) break;
        const shape = look(item, depth + 1);
        different.set(JSON.stringify(shape), shape);
      }
      return { list: at.length, of: [...different.values()] };
    }
    const names = Object.keys(at);
    const shown = names.filter((name) => knownFields.has(name));
    const fields: Record<string, Shape | number> = {};
    for (const name of shown) {
      if (++looks > looksMaximum) break;
      fields[name] = look(Reflect.get(at, name), depth + 1);
    }
    const others = names.length - shown.length;
    return others === 0 ? fields : { ...fields, [otherMembers]: others };
  }

  return look(value, 0);
}
