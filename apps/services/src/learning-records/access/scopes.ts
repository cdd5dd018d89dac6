/**
 * Rights of an API key, by the standard's names (xAPI 1.0.3, Communication 4.0); `define` allows changes of
 * activity definitions.
 */
export const keyScopes = {
  'statements/write': 'store statements',
  'statements/read/mine': 'read the statements that it has stored itself',
  'statements/read': 'read all statements',
  define: 'change what is known of activities by the statements that it stores',
  state: 'read and write states of any agent',
  profile: 'read and write profiles of any agent and activity',
  'all/read': 'read everything',
  all: 'read and write everything',
} as const;

export type KeyScope = keyof typeof keyScopes;

export function isKeyScope(text: string): text is KeyScope {
  return Object.hasOwn(keyScopes, text);
}
