import * as z from 'zod/mini';
import { bodyOf } from '../call-body.ts';
import { servedCalls, type ServedCall } from '../served-calls.ts';

/*
 * Things that the fields of requests name, by the contract: so that tests ask about a thing by every call that can
 * name it, also by one that is new.
 */

/** Fields by the kind of thing that they name. */
const fieldsOfKind = {
  subject: [
    'subject',
    'assigned_subject',
    'member_subject',
    'member_subjects',
    'term',
    'from_subject',
  ],
  customer: ['external_id'],
  mandant: ['mandant_identifier', 'mandant_identifiers', 'mandant_group', 'mandant_groups'],
  product: ['product_reference', 'product_references'],
  orderSystem: ['order_system_identifier'],
  license: ['license_code'],
  usage: ['license_usage_id'],
  licenseOrder: ['license_order_identifier'],
  coupon: ['coupon_code', 'coupon_codes'],
  batch: ['batch_identifier'],
  connector: ['identity_provider_identifier'],
  group: ['group_id', 'group_ids'],
  provider: ['provider_id', 'from_provider_id'],
  course: ['course_id', 'course_reference', 'courses'],
  issue: ['issue_id', 'issue_reference'],
  thema: ['thema_id', 'parent_topic_id', 'filter_id'],
  topic: ['topic_id', 'topic_ids', 'topic_reference'],
  exercise: ['exercise_id', 'exercise_ids', 'exercise_reference', 'exercise_group_id'],
  path: ['paths'],
  file: ['file_reference'],
  structure: ['structure_hash'],
  unit: ['au_id'],
  word: ['query'],
  beginning: ['prefix'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Kind = keyof typeof fieldsOfKind;
export const kinds = Object.keys(fieldsOfKind) as readonly Kind[];

/** Fields that name nothing of these kinds: what a thing is like, and what is the caller's own. */
const fieldsOfNothing = `
  activity_type address annotation_id answer_id app_version article_number article_numbers assignment_id
  basic_answer_type basic_key basic_secret bookmark_id card_id change_type choice_ids client_id client_issuer
  connector_id consolidate contentType content_hash content_url correctResponsesPattern cursor
  customer_id description description.* deviceIdentifier device_identifier display.* display_name
  dto_id duration email entitlement_key exact family_name feedback_id feedback_kind field_id file fileUrl file_name
  files_digest from_token gap_id given_name group groups homePage html id identity_group
  image_reference join_code key label_id language launch_parameters license_override_id locale mbox
  mbox_sha1sum media_type model moreInfo name name.* note note_content_type note_id
  notification_address notification_id notification_key objectType objective_ids openid
  orders_address orders_token os_name os_version parent_id path permission_name permission_names
  place_id platform position_id previous_topic_id quicksearch reason registration relevantTypes
  response return_url revision role_name role_names screen_size segment sha2 shared_text suffix
  target_file_reference text text_hash texts time_zone title title.* to_provider_id to_token
  topic_type transaction_id type url usageType value version video_convert_id
`
  .trim()
  .split(/\s+/);

const kindByField: ReadonlyMap<string, Kind> = new Map(
  (Object.entries(fieldsOfKind) as [Kind, readonly string[]][]).flatMap(([kind, fields]) =>
    fields.map((field) => [field, kind] as const),
  ),
);

/** Kind of thing that a field names. */
export function kindOf(field: string): Kind | undefined {
  return kindByField.get(field);
}

/** Fields of requests about which nothing is said here. */
export function unknownFields(): string[] {
  const fields = new Set([...kindByField.keys(), ...fieldsOfNothing]);
  return [...textFields()].filter((field) => !fields.has(field));
}

/** Fields that are said to be something and that no request has. */
export function goneFields(): string[] {
  const fields = textFields();
  return [...kindByField.keys(), ...fieldsOfNothing].filter((field) => !fields.has(field));
}

/** Names of all fields of requests whose values are free texts. */
function textFields(): Set<string> {
  const names = new Set<string>();
  const collect = (part: unknown, field: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const { anyOf, oneOf, type, items, properties, additionalProperties, format, ...schema } =
      part as z.core.JSONSchema.BaseSchema;
    for (const option of anyOf ?? oneOf ?? []) collect(option, field);
    if (type === 'array') collect(items, field);
    for (const [name, inner] of Object.entries(properties ?? {})) collect(inner, name);
    if (type === 'object') collect(additionalProperties, `${field}.*`);
    if (type === 'string' && !schema.enum && format !== 'date-time') names.add(field);
  };
  for (const { call } of servedCalls) {
    for (const part of [call.body, call.query]) {
      if (part) collect(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }), '');
    }
  }
  return names;
}

/** Names of things by their kind; what is absent stays as the example has it. */
export type Names = Readonly<Partial<Record<Kind, string>>>;

/** A request with other names in the places of things. */
export function about<Value>(value: Value, names: Names): Value;
export function about(value: unknown, names: Names): unknown {
  if (value instanceof Blob || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => about(item, names));
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]: [string, unknown]) => {
      const kind = kindOf(field);
      const name = kind && names[kind];
      if (name !== undefined && typeof inner === 'string') return [field, name];
      if (name !== undefined && Array.isArray(inner) && typeof inner[0] === 'string') {
        return [field, [name]];
      }
      return [field, about(inner, names)];
    }),
  );
}

/** True where the example of a call names a thing of one of these kinds. */
export function namesAny({ example }: ServedCall, kinds: readonly Kind[]): boolean {
  const marked = Object.fromEntries(kinds.map((kind) => [kind, `\u0000${kind}`]));
  return JSON.stringify(about(example.body, marked) ?? {}).includes('\\u0000');
}

interface Asking {
  readonly subject: string;
  readonly token: string;
}

/** Answer of a call. */
export interface Told {
  readonly status: number;
  readonly text: string;
}

/** Makes a call in somebody's name. @param actFor Subject in the header; absent: the own one. */
export async function ask(
  { url }: { readonly url: string },
  { call, path, example }: ServedCall,
  who: Asking,
  body: unknown,
  actFor = who.subject,
): Promise<Told> {
  const sent = bodyOf(call, body as Record<string, unknown> | undefined);
  const query = new URLSearchParams(example.query as Record<string, string> | undefined);
  const response = await fetch(`${url}${path}?${query.toString()}`, {
    method: call.method,
    headers: {
      ...sent.type,
      'X-Ia-Correlation-Id': 'asked',
      'X-Ia-Subject': actFor,
      'X-Ia-Roles': '',
      Authorization: `Bearer ${who.token}`,
    },
    ...(sent.body === undefined ? {} : { body: sent.body }),
  });
  return { status: response.status, text: await response.text() };
}
