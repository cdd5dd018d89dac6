/** Structure of a value, without the value: names of types, lists, and fields by name. */
export type Shape = string | { readonly list: number; readonly of: readonly Shape[] } | Fields;
interface Fields {
  readonly [field: string]: Shape | number;
}

/**
 * The fields of the bridge's messages and of what they carry. A field's name is as free as its value
 * where the content makes it: any other is only counted, since it may be somebody's name.
 */
const knownFields = new Set(
  `origin action id payload result error code message event reason
  version actions events capabilities locale coupon unsaved text
  kind inMs graceInMs state undelivered refused delivered conflict exerciseGroupId themaId subThemaNumber
  subject given_name family_name
  license_code license_strategy license_state mandant_identifier product_reference
  course_id_dto course_id issue_id_dto issue_id topic_dto topic_id exercise_dto exercise_id
  local_store_items segment key value updated_at
  dto_id statement statement_id actor verb display object objectType definition name description type
  moreInfo interactionType correctResponsesPattern choices scale source target steps
  score scaled raw min max success completion response duration extensions
  context registration instructor team contextActivities parent grouping category other
  revision platform language timestamp`.split(/\s+/),
);

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
    const known = names.filter((name) => knownFields.has(name));
    const fields: Record<string, Shape | number> = {};
    for (const name of known) {
      if (++looks > looksMaximum) break;
      fields[name] = look(Reflect.get(at, name), depth + 1);
    }
    const others = names.length - known.length;
    return others === 0 ? fields : { ...fields, [otherMembers]: others };
  }

  return look(value, 0);
}
