import { expect, test } from 'vitest';
import { prepareCommands } from './commands.ts';
import { spawn } from 'node:child_process';

import pg from 'pg';
const orig = pg.Client.prototype.query as any;
(pg.Client.prototype as any).query = function (q: any, ...rest: any[]) {
  const t = Date.now(); const text = typeof q === 'string' ? q : q.text;
  const r = orig.call(this, q, ...rest);
  if (r?.then) r.then(() => { const d = Date.now() - t; if (d > 200) console.log(d, String(text).replace(/\s+/g, ' ').slice(0, 150)); });
  return r;
};
test('big', { timeout: 300000 }, async () => {
  const commands = await prepareCommands();
  let s = 'subject,given_name,family_name,email,locale,role,external_id,class\n';
  for (let i = 0; i < 100000; i++)
    s += `user-${i},Max${i},Muster,max${i}@schule.example,de,${i % 20 ? 'student' : 'teacher'},e-${i},Klasse ${i % 4000};Chor ${i % 3000}\n`;
  const file = await commands.write({ 'big.csv': s });
  for (let k = 0; k < 3; k++) {
    const t = Date.now();
    const m0 = process.memoryUsage().rss;
    const r = await commands.run(
      'import-users',
      '--source',
      'x',
      ...(k === 0 ? ['--dry-run'] : []),
      file,
    );
    console.log(r.output, r.notes, Date.now() - t, (process.memoryUsage().rss - m0) / 1e6);
  }
});
