import {
  propertyTemplatesMaximum,
  type propertyTemplateOutcome,
  type propertyCalls,
} from '@lectern/contracts/calls/users/property';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Handlers } from '../http/routes.ts';
import { lockByName } from '../storage/advisory-lock.ts';
import type { Database } from '../storage/database.ts';

interface Template {
  readonly key: string;
  readonly description: string;
  readonly enabled: boolean;
}

/** The calls under `/property`: which properties users can have. */
export function propertyHandlers(database: Database): Handlers<typeof propertyCalls> {
  return {
    propertyCreateTemplates: ({ body, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const before = await templatesAlone(transaction);
        const after = body.templates.map(({ key, description, enabled = true }) => {
          const there = before.get(key);
          return {
            key,
            description: description ?? there?.description ?? '',
            enabled: there?.enabled ?? enabled,
          };
        });
        const isNew = ({ key }: Template) => !before.has(key);
        if (before.size + after.filter(isNew).length > propertyTemplatesMaximum) {
          throw refusal('PROPERTY_TEMPLATE_LIMIT_REACHED');
        }
        return saveTemplates(transaction, before, after, record);
      }),

    propertyToggleTemplates: ({ body, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const before = await templatesAlone(transaction);
        const after = body.templates.map(({ key, enabled }) => {
          const there = before.get(key);
          if (!there) {
            const text = `No template has the key ${key}. Nothing was changed.`;
            throw refusal('PROPERTY_TEMPLATE_NOT_FOUND', text);
          }
          return { ...there, enabled };
        });
        return saveTemplates(transaction, before, after, record);
      }),

    async propertyListTemplates() {
      return { templates: (await allTemplates(database)).map(toWire) };
    },
  };
}

/** All templates, which nobody else changes until the transaction ends. */
async function templatesAlone(transaction: Database): Promise<ReadonlyMap<string, Template>> {
  await lockByName(transaction, 'aua.property_templates');
  const templates = await allTemplates(transaction);
  return new Map(templates.map((template) => [template.key, template]));
}

async function allTemplates(database: Database): Promise<readonly Template[]> {
  const { rows } = await sql<Template>`
    select key, description, enabled from aua.property_templates order by key collate "C"
  `.execute(database);
  return rows;
}

/** Stores what has changed, records it, and says of each template what became of it. */
async function saveTemplates(
  transaction: Database,
  before: ReadonlyMap<string, Template>,
  after: readonly Template[],
  record: (transaction: Database, change: Readonly<Record<string, unknown>>) => Promise<void>,
) {
  const outcomes = after.map((template) => ({
    template,
    outcome: outcomeOf(before.get(template.key), template),
  }));
  const changed = outcomes.filter(({ outcome }) => outcome !== 'UNCHANGED');
  const templates = outcomes.map(({ template, outcome }) => ({ ...toWire(template), outcome }));
  if (changed.length === 0) return { templates, result_state: 'IA_OK' as const };
  await transaction
    .insertInto('aua.property_templates')
    .values(changed.map(({ template }) => template))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({
        description: ref('excluded.description'),
        enabled: ref('excluded.enabled'),
      })),
    )
    .execute();
  await record(transaction, {
    templates: changed.map(({ template: { key, enabled }, outcome }) => ({
      key,
      enabled,
      outcome,
    })),
  });
  return { templates };
}

function outcomeOf(
  before: Template | undefined,
  after: Template,
): z.infer<typeof propertyTemplateOutcome> {
  if (!before) return 'CREATED';
  const isSame = before.description === after.description && before.enabled === after.enabled;
  return isSame ? 'UNCHANGED' : 'CHANGED';
}

function toWire({ key, description, enabled }: Template) {
  return { key, ...(description && { description }), enabled };
}
