import { describe, expect, it, vi } from 'vitest';
import { unknownFields, warnOfUnknownFields } from '../src/unknown-fields.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { necessaryConfiguration as necessary, withField } from './some-configuration.ts';

fakeBrowserForEachTest();

describe('fields that nobody reads', () => {
  it.each([
    ['project.loginlocation', '/login.html'],
    ['signin', { authority: 'https://id.example' }],
    ['services.suffixes.lime', '/lima'],
    ['toString', 1],
  ])('are found: %s', (field, value) => {
    expect(unknownFields(withField(necessary, field, value))).toEqual([field]);
  });

  it('are none in what must be named', () => {
    expect(unknownFields(necessary)).toEqual([]);
  });

  it('are told once, by their names, never by their values', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    warnOfUnknownFields(necessary);
    expect(warn).not.toHaveBeenCalled();
    warnOfUnknownFields(withField({ ...necessary, a: 'secret' }, 'project.b', 'secret'));
    expect(warn.mock.calls).toEqual([
      [
        'The configuration has fields that nobody reads. (name: ConfigurationError, field: project.b, a)',
      ],
    ]);
  });
});
