import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { CommandProblem } from './problem.ts';

/**
 * Asks for a secret at the terminal, which does not show it, twice, as typing errors stay unseen; where the
 * standard input is no terminal, the secret is its first line.
 *
 * @throws {CommandProblem} when the second one is another, or there is none.
 */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1);
    return line;
  }
  const first = await readUnseen(question);
  if ((await readUnseen('Once more: ')) === first) return first;
  throw new CommandProblem('The two are not the same. Nothing was changed.');
}

async function readUnseen(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const input = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const broken = new Promise<never>((_resolve, reject) => {
    input.once('SIGINT', () => reject(new CommandProblem('Broken off. Nothing was changed.')));
  });
  process.stderr.write(question);
  try {
    return await Promise.race([input.question(''), broken]);
  } finally {
    process.stderr.write('\n');
    input.close();
  }
}
