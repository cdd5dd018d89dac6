import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { flag, identifier, list, text } from '../scalars.ts';
import { outboxKeyProperty } from './user.ts';

/** Most templates, and so most properties of one user: a session loads them all. */
export const propertyTemplatesMaximum = 200;

/** Entries of a body that name the same property twice would say two things of it. */
export const distinctKeys = z.refine<readonly { readonly key: string }[]>(
  (entries) => new Set(entries.map(({ key }) => key)).size === entries.length,
  'A key appears twice.',
);

const key = identifier('Name of the property that users can have, such as reading-font.').check(
  z.refine((name) => name !== outboxKeyProperty, 'This property is the platform’s own.'),
);

/** Says that users can have a property of this name. */
const propertyTemplate = z.object({
  key,
  description: z.optional(text(500, 'What the property is for.')),
  enabled: flag('Whether it can be set. Values from before stay readable, and can be removed.'),
});

export const propertyTemplateOutcome = z.enum(['CREATED', 'CHANGED', 'UNCHANGED']);

const templatesDone = z.object({
  templates: list(
    'One for each of the request, in its order.',
    z.extend(propertyTemplate, { outcome: propertyTemplateOutcome }),
  ),
});

export const propertyCalls = {
  propertyCreateTemplates: defineCall({
    path: '/property/createTemplates',
    summary:
      'Makes templates, all or none. One that is there takes over the description and stays enabled or not as it is. IA_OK: nothing changed.',
    body: z.strictObject({
      templates: z
        .array(
          z.strictObject({
            key,
            description: z.optional(text(500, 'What the property is for.')),
            enabled: z.optional(flag('Whether a new template can be used. Default true.')),
          }),
        )
        .check(z.minLength(1), z.maxLength(propertyTemplatesMaximum), distinctKeys),
    }),
    answer: templatesDone,
    errors: withStatus(409, {
      PROPERTY_TEMPLATE_LIMIT_REACHED: `There are at most ${propertyTemplatesMaximum} templates. None was made.`,
    }),
    permission: 'property-template.manage',
    ...administered,
  }),
  propertyToggleTemplates: defineCall({
    path: '/property/toggleTemplates',
    summary: 'Enables and disables templates, all or none. IA_OK: nothing changed.',
    body: z.strictObject({
      templates: z
        .array(z.strictObject({ key, enabled: z.boolean() }))
        .check(z.minLength(1), z.maxLength(propertyTemplatesMaximum), distinctKeys),
    }),
    answer: templatesDone,
    errors: withStatus(404, {
      PROPERTY_TEMPLATE_NOT_FOUND: 'A key has no template. Nothing was changed.',
    }),
    permission: 'property-template.manage',
    ...administered,
  }),
  propertyListTemplates: defineCall({
    path: '/property/listTemplates',
    summary: 'Gives all templates, the disabled ones too, in the order of their keys.',
    answer: z.object({
      templates: z.array(propertyTemplate).check(z.maxLength(propertyTemplatesMaximum)),
    }),
    permission: 'property-template.read',
    repeatSafe: true,
  }),
} as const;
