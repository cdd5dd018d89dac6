import { describe, expect, it } from 'vitest';
import { commentsIn, pageWithTable } from '../../../test/page-table.ts';
import { fieldsOf, type Fields } from '../src/configuration-fields.ts';
import { configurationFields, readConfiguration } from '../src/configuration.ts';
import { unknownFields } from '../src/unknown-fields.ts';
import { necessaryConfiguration, ownOrigin, withField } from './some-configuration.ts';

/** The path of each field that is no section. */
function pathsOf(fields: Fields, path = ''): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const inner = fieldsOf(field);
    return inner ? pathsOf(inner, `${path}${name}.`) : [path + name];
  });
}

const documented = pathsOf(configurationFields);

const comments = commentsIn([
  'apps/shell/src/opening-configuration.ts',
  'apps/shell/src/configuration.ts',
]);

/** A field whose faults leave the dialog German, with a warning. */
const tolerated = 'consent.translations';

const complete = {
  ...necessaryConfiguration,
  licenseDenied: { teacherArticle: 'T', studentArticle: 'S' },
  analytics: { address: 'https://analytics.example/', siteId: '1' },
};

/** A value that no field can be. */
const nothing = [{ wrong: true }];

describe('the page about the configuration', () => {
  it('has a row for each field', () => {
    const path = 'docs/operate/configuration.md';
    const { page, written } = pageWithTable(path, 'field', documented, comments);
    expect(page, 'LECTERN_WRITE_PAGES=1 writes it').toBe(written);
  });

  const checked = documented.filter((field) => field !== tolerated);
  it.each(checked)('names %s, which is checked, and named when it is wrong', (field) => {
    expect(() => readConfiguration(complete, ownOrigin)).not.toThrow();
    expect(() => readConfiguration(withField(complete, field, nothing), ownOrigin)).toThrow(
      expect.objectContaining({ name: 'ConfigurationError', field }),
    );
  });

  it.each(documented)('names %s, of which nobody is warned', (field) => {
    expect(unknownFields(withField({}, field, 'given'))).toEqual([]);
    expect(unknownFields(withField({}, `${field}s`, 'given'))).toEqual([`${field}s`]);
  });
});
