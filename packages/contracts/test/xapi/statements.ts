import { checkXapi, statement1, statement2 } from '../../src/learning-records/xapi/index.ts';

/*
 * Statements of both versions, with one thing changed. What both versions have in common is asked of both.
 */

export const mia = { mbox: 'mailto:mia@schule.example' };
export const ben = { account: { homePage: 'https://login.example', name: 'ben' } };
export const verb = {
  id: 'http://adlnet.gov/expapi/verbs/answered',
  display: { de: 'beantwortete' },
};
export const object = { id: 'https://lectern.example/wasser' };
export const id = 'fd41c918-b88b-4b20-a0a5-a4c32391aaa0';
export const statement = { actor: mia, verb, object };

const schemas = { '1.0.3': statement1, '2.0.0': statement2 };
type Version = keyof typeof schemas;

/** Where and why a value is no statement of a version; `undefined`: it is one. */
export function faultIn(version: Version, value: unknown): string | undefined {
  return checkXapi(schemas[version], value).fault;
}

/** The statement that a version reads; `undefined` where it is none. */
export function readIn(version: Version, value: unknown): unknown {
  return checkXapi(schemas[version], value).value;
}

/** Fault of a statement with these members changed, in both versions; `undefined` takes one away. */
export function faultWith(changes: object): string | undefined {
  const value = withoutUndefined({ ...statement, ...changes });
  const faults = [faultIn('1.0.3', value), faultIn('2.0.0', value)];
  if (faults[0] !== faults[1]) throw new Error(`The versions differ: ${faults.join(' / ')}`);
  return faults[0];
}

/** The same of a statement within one. */
export function faultWithin(changes: object): string | undefined {
  const inner = { objectType: 'SubStatement', ...statement, ...changes };
  return faultWith({ object: withoutUndefined(inner) });
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
