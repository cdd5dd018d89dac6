import { demoAccounts, orderSystemClientId } from './accounts.ts';
import type { Platform } from './platform.ts';

/** Text for the moment when everything answers: addresses, and accounts. */
export function summaryOf(platform: Platform): string {
  const addresses = [
    ['Lectern', platform.shell],
    ['Demo content', platform.content],
    ['Identity provider', platform.identityProvider],
    ...authorityRows(platform),
    ['API reference', `${platform.shell}/docs`],
    ['Data folder', platform.dataFolder],
  ];
  const orderSystem = `  The order system signs in as the client ${orderSystemClientId} (client credentials); its secret
  is in secrets.json in the data folder.`;
  return `\n${table(addresses)}\n\n${platform.isForOthers ? storedAccounts : demoTable()}\n\n${orderSystem}\n\nPress Ctrl-C to stop.\n`;
}

/** On each device they are needed once. */
function authorityRows({ authority }: Platform): string[][] {
  if (!authority) return [];
  return [
    ['Certificate', authority.page],
    ['its SHA-256', authority.fingerprint],
  ];
}

function demoTable(): string {
  return table([
    ['User name', 'Password', ''],
    ...demoAccounts.map(({ username, password, note }) => [username, password, note]),
  ]);
}

const storedAccounts = `  Accounts are those of npx lectern accounts. Those of the demo cannot sign in, since everybody knows their
  passwords.`;

/** Rows in columns, two spaces apart, indented by two. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    )
    .join('\n');
}
