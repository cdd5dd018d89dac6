import { ConfigurationError, fieldsOf, type Fields } from './configuration-fields.ts';
import { configurationFields } from './configuration.ts';
import { log } from './logging/log.ts';

/** How much is logged of names that are the document's, in UTF-16 code units. */
const namesMaximumLength = 200;

/** Logs which fields of the configuration document nobody reads: most are others, misspelt. */
export function warnOfUnknownFields(document: unknown): void {
  const unknown = unknownFields(document);
  if (unknown.length === 0) return;
  const cause = new ConfigurationError(unknown.join(', ').slice(0, namesMaximumLength));
  log('warning', 'The configuration has fields that nobody reads.', cause);
}

/** Paths of the document's fields that nobody reads, such as `project.loginlocation`. */
export function unknownFields(document: unknown): readonly string[] {
  return unknownIn(document, configurationFields, '');
}

function unknownIn(section: unknown, table: Fields, path: string): readonly string[] {
  if (typeof section !== 'object' || section === null) return [];
  return Object.entries(section).flatMap(([name, value]: [string, unknown]) => {
    const field = Object.hasOwn(table, name) ? table[name] : undefined;
    if (field === undefined) return [path + name];
    const fields = fieldsOf(field);
    return fields ? unknownIn(value, fields, `${path}${name}.`) : [];
  });
}
