import { describe, expect, test } from 'vitest';
import { faultWith, faultWithin, id, mia, object, statement, verb } from './statements.ts';

/* xAPI 1.0.3, Data 2.3.2, 2.4.3 and 2.4.4; IEEE 9274.1.1, 4.2.2.2, 4.2.2.3 and 4.2.5. */

const reference = { objectType: 'StatementRef', id };

describe('a verb', () => {
  test.each([verb, { id: 'urn:verb:x' }, { id: 'http://example.com/فعل/خواندن', display: {} }])(
    'has an id: %j',
    (verb) => {
      expect(faultWith({ verb })).toBeUndefined();
      expect(faultWithin({ verb })).toBeUndefined();
    },
  );

  test.each<[string, unknown]>([
    ['verb: is missing', undefined],
    ['verb: expected object, received string', 'answered'],
    ['verb.id: is missing', {}],
    ['verb.id: not an IRI', { id: 'answered' }],
    ['verb.display: expected object, received string', { ...verb, display: 'x' }],
    ['verb.display.de: expected string, received null', { ...verb, display: { de: null } }],
    ['verb.name: is not known here', { ...verb, name: 'x' }],
  ])('is refused: %s', (fault, verb) => {
    expect(faultWith({ verb })).toBe(fault);
    expect(faultWithin({ verb })).toBe(`object.${fault}`);
  });
});

describe('an object', () => {
  test('is there', () => {
    expect(faultWith({ object: undefined })).toBe('object: is missing');
    expect(faultWithin({ object: undefined })).toBe('object.object: is missing');
  });

  test.each(['activity', 'agent', 'Statement', '', null, 5])(
    'is of no other type: %j',
    (objectType) => {
      expect(faultWith({ object: { objectType, ...object } })).toMatch(
        /^object\.objectType: expected "Activity" or "Agent" or "Group" or "StatementRef" or "SubStatement"$/,
      );
    },
  );

  test.each([mia, { ...mia, member: [mia] }])(
    'that is an agent or a group says so: %j',
    (agent) => {
      expect(faultWith({ object: agent })).toBe('object.id: is missing');
      expect(faultWithin({ object: agent })).toBe('object.object.id: is missing');
    },
  );
});

describe('a reference to a statement', () => {
  test('has its id', () => {
    expect(faultWith({ object: reference })).toBeUndefined();
    expect(faultWithin({ object: reference })).toBeUndefined();
  });

  test.each<[string, object]>([
    ['id: is missing', { id: undefined }],
    ['id: not a UUID', { id: 'x' }],
    ['id: expected string, received number', { id: 5 }],
    ['definition: is not known here', { definition: {} }],
  ])('is refused: %s', (fault, changes) => {
    expect(faultWith({ object: { ...reference, ...changes } })).toBe(`object.${fault}`);
    expect(faultWithin({ object: { ...reference, ...changes } })).toBe(`object.object.${fault}`);
  });
});

describe('a statement within one', () => {
  test('has what a statement has', () => {
    expect(
      faultWithin({
        result: { success: true },
        context: { platform: 'x', registration: id },
        timestamp: '2999-01-01T00:00:00Z',
        attachments: [],
      }),
    ).toBeUndefined();
  });

  test.each(['id', 'stored', 'version', 'authority'])('has no %s', (member) => {
    const values: Record<string, unknown> = {
      id,
      stored: '2026-01-01T00:00:00Z',
      version: '1.0.0',
      authority: mia,
    };
    expect(faultWithin({ [member]: values[member] })).toBe(`object.${member}: is not known here`);
  });

  test('has none within itself', () => {
    expect(faultWithin({ object: { objectType: 'SubStatement', ...statement } })).toBe(
      'object.object.objectType: expected "Activity" or "Agent" or "Group" or "StatementRef"',
    );
  });

  test.each(['actor', 'verb', 'object'])('needs its %s', (member) => {
    expect(faultWithin({ [member]: undefined })).toBe(`object.${member}: is missing`);
  });
});

describe('a statement that voids', () => {
  const voided = { id: 'http://adlnet.gov/expapi/verbs/voided' };
  const fault = 'object: has to be a StatementRef: the statement voids another';

  test('refers to another', () => {
    expect(faultWith({ verb: voided, object: reference })).toBeUndefined();
    expect(faultWithin({ verb: voided, object: reference })).toBeUndefined();
  });

  test.each<[string, object]>([
    ['an activity', object],
    ['an agent', { objectType: 'Agent', ...mia }],
    ['a statement within', { objectType: 'SubStatement', ...statement }],
  ])('is not about %s', (_what, object) => {
    expect(faultWith({ verb: voided, object })).toBe(fault);
  });

  test('is not about an activity where it stands within another', () => {
    expect(faultWithin({ verb: voided })).toBe(`object.${fault}`);
  });
});
