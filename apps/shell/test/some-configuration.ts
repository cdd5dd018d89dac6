/** Where the shell of these tests stands. */
export const ownOrigin = 'https://shell.example';

/** A configuration document with what must be named, and nothing else. */
export const necessaryConfiguration = {
  project: {
    title: 'Wasser entdecken',
    favicon: '/assets/favicon.svg',
    version: '1.2.0',
    contentOrigin: 'https://content.example',
    mandantIdentifier: 'LECTERN',
    productReference: 'wasser-entdecken',
  },
  signIn: { authority: 'https://id.example', clientId: 'lectern-shell', scope: 'openid' },
  services: { clusterBase: '', suffixes: { clag: '/clag', gres: '/gres', lars: '/lars' } },
};

/** A copy of the document with this value at a field, such as `services.suffixes.lima`. */
export function withField(document: object, field: string, value: unknown): object {
  const names = field.split('.');
  const last = names.pop()!;
  const changed = structuredClone(document) as Record<string, unknown>;
  const holder = names.reduce((at, name) => (at[name] ??= {}) as Record<string, unknown>, changed);
  holder[last] = value;
  return changed;
}
