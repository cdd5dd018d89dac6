import fc from 'fast-check';
import * as z from 'zod/mini';
import { contract } from '@lectern/contracts';
import { valuesOf } from './fuzz/values.ts';
for (const [s, calls] of Object.entries(contract))
  for (const [n, c] of Object.entries(calls as any) as any) {
    if (!c.body) continue;
    try {
      const t = performance.now();
      const js = z.toJSONSchema(c.body, { io: 'input', unrepresentable: 'any' });
      if (process.argv[2] === n) console.log(JSON.stringify(js));
      const all = fc.sample(
        valuesOf(js, () => []),
        { numRuns: 300, seed: 1 },
      );
      const ok =
        all.filter((v) => z.safeParse(c.body, JSON.parse(JSON.stringify(v))).success).length / 3;
      const ms = performance.now() - t;
      if (process.argv[2] === n || ok < 60 || ms > 500)
        console.log(s, n, ok.toFixed(0) + '%', ms.toFixed(0));
    } catch (e) {
      console.log(s, n, String(e));
    }
  }
