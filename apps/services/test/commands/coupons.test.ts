import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/index.ts';
import { prepareCommands, type CommandTest } from './commands.ts';

const batch = ['--batch', 'herbst', '--mandant', 'LECTERN', '--product', 'wasser'] as const;

async function prepare(): Promise<CommandTest> {
  const commands = await prepareCommands();
  await sql`
    insert into lima.products (mandant_identifier, product_reference, title)
    values ('LECTERN', 'wasser', 'Wasser')
  `.execute(commands.database);
  return commands;
}

const coupons = (database: Database) =>
  database.selectFrom('osc.coupons').selectAll().orderBy('coupon_code').execute();

describe('make-coupons', () => {
  test('makes more coupons than a request may, with what they give', async () => {
    const { database, run } = await prepare();
    const { code, output, notes } = await run(
      'make-coupons',
      ...batch,
      '--count=2500',
      '--strategy=group',
      '--seats=25',
      '--duration-in-days=365',
      '--redeemable-until=2027-08-01T00:00:00+02:00',
      '--note=Herbstmesse',
    );
    expect(code).toBe(0);
    expect(notes).toBe('The batch herbst is made. Codes on standard output: 2500.\n');
    const [head, ...lines] = output.trimEnd().split('\r\n');
    expect(head).toBe(
      'coupon_code,mandant_identifier,product_reference,license_strategy,seats,' +
        'license_duration_in_days,redeemable_until',
    );
    expect(lines).toHaveLength(2_500);
    for (const line of lines) {
      expect(line).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{3},/);
      expect(line.slice(18)).toBe(
        ',LECTERN,wasser,LICENSE_STRATEGY_GROUP,25,365,2027-07-31T22:00:00.000Z',
      );
    }
    const stored = await coupons(database);
    expect(stored.map(({ coupon_code }) => coupon_code)).toEqual(
      lines.map((line) => line.slice(0, 18).replaceAll('-', '')),
    );
    expect(stored[0]).toMatchObject({ note: 'Herbstmesse', order_system_identifier: 'IAPROS1' });
    const { rows } = await sql`
      select coupon_state, changed_by, count(*)::integer from osc.coupon_history group by 1, 2
    `.execute(database);
    expect(rows).toEqual([{ coupon_state: 'VALID', changed_by: null, count: 2_500 }]);
  });

  test.each([
    ['=1+1', `'=1+1`],
    ['+41', `'+41`],
    ['-2', `'-2`],
    ['@SUM(A1,A2)', `"'@SUM(A1,A2)"`],
    ['a=b', 'a=b'],
  ])('a product %j is no formula of a spreadsheet', async (product, field) => {
    const { database, run } = await prepare();
    await sql`
      insert into lima.products (mandant_identifier, product_reference, title)
      values ('LECTERN', ${product}, 'Produkt')
    `.execute(database);
    const named = ['--batch', 'b', '--mandant', 'LECTERN', `--product=${product}`, '--count=1'];
    const { output } = await run('make-coupons', ...named);
    expect(output.split('\r\n')[1]).toContain(`,LECTERN,${field},LICENSE_STRATEGY_`);
  });

  test('again gives the same codes, to a file as to the terminal', async () => {
    const { database, folder, run } = await prepare();
    const file = join(folder, 'codes.csv');
    const make = [...batch, '--count', '3'];
    const first = await run('make-coupons', ...make, '--output', file);
    const codesThere = `Codes in ${file}: 3.\n`;
    expect(first).toEqual({
      code: 0,
      output: '',
      notes: `The batch herbst is made. ${codesThere}`,
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const written = await readFile(file, 'utf8');
    expect(await run('make-coupons', ...make, '--output', file)).toEqual({
      code: 0,
      output: '',
      notes: `The batch herbst was made before. ${codesThere}`,
    });
    expect((await run('make-coupons', ...make)).output).toBe(written);
    expect(await readFile(file, 'utf8')).toBe(written);
    expect(await coupons(database)).toHaveLength(3);
    const entries = await database.selectFrom('aua.audit_log').selectAll().execute();
    expect(entries).toMatchObject([
      {
        kind: 'change',
        call: 'command:make-coupons',
        change: { batch_identifier: 'herbst', coupons_made: 3 },
      },
    ]);
  });

  test('at the same time makes one batch', async () => {
    const { database, run } = await prepare();
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => run('make-coupons', ...batch, '--count', '20')),
    );
    expect(new Set(outcomes.map(({ output }) => output)).size).toBe(1);
    expect(await coupons(database)).toHaveLength(20);
  });

  test('never replaces a file, and then makes nothing', async () => {
    const { database, run, write } = await prepare();
    const file = await write({ 'mine.csv': 'mine' });
    const outcome = await run('make-coupons', ...batch, '--count', '3', '--output', file);
    expect(outcome.code).toBe(1);
    expect(outcome.notes).toContain('already exists with different content');
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect(await coupons(database)).toEqual([]);

    const { output } = await run('make-coupons', ...batch, '--count', '3');
    for (const content of [`${output}more`, output.slice(0, -1), '']) {
      const other = await write({ 'other.csv': content });
      const again = await run('make-coupons', ...batch, '--count', '3', '--output', other);
      expect(again.code).toBe(1);
      expect(await readFile(other, 'utf8')).toBe(content);
    }
  });

  test('leaves no file where it makes nothing', async () => {
    const { folder, run } = await prepare();
    const file = join(folder, 'codes.csv');
    expect((await run('make-coupons', ...batch, '--count', '3')).code).toBe(0);
    const conflict = await run('make-coupons', ...batch, '--count', '4', '--output', file);
    expect(conflict).toMatchObject({ code: 1, output: '' });
    expect(conflict.notes).toContain('The batch herbst already exists');
    const nothing = await run(
      'make-coupons',
      '--batch=b',
      '--mandant=LECTERN',
      '--product=typo',
      '--count=1',
      `--output=${file}`,
    );
    expect(nothing.notes).toContain('LECTERN has no product typo. Create it first');
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  test.each([
    [[], '--count must be'],
    [[...batch, '--count', '0'], '--count must be'],
    [[...batch, '--count', '1e9'], '--count must be'],
    [['--mandant', 'LECTERN', '--product', 'wasser', '--count', '1'], '--batch cannot be used'],
    [[...batch, '--count', '1', '--seats', 'many'], '--seats cannot be used'],
    [[...batch, '--count', '1', '--strategy', 'all'], '--strategy cannot be used'],
    [[...batch, '--count', '1', '--redeemable-until', 'May'], '--redeemable-until cannot be used'],
    [[...batch, '--count', '1', '--codes', 'x'], "Unknown option '--codes'"],
    [[...batch, '--count', '1', 'codes.csv'], "Unexpected argument 'codes.csv'"],
  ])('wrong flags %j', async (args, message) => {
    const { database, run } = await prepare();
    const outcome = await run('make-coupons', ...args);
    expect(outcome).toMatchObject({ code: 2, output: '' });
    expect(outcome.notes).toContain(message);
    expect(await coupons(database)).toEqual([]);
  });
});

describe('coupon-history', () => {
  test('shows what a coupon gives and all that became of it', async () => {
    const { database, run } = await prepare();
    await run('make-coupons', ...batch, '--count', '1', '--note', 'Mappe 7');
    const [coupon] = await coupons(database);
    await sql`
      insert into osc.coupon_history (coupon_code, step, coupon_state, changed_by, reason)
      values (${coupon!.coupon_code}, 2, 'WITHDRAWN', 'adrian', 'Lost in the post.')
    `.execute(database);
    const { code, output } = await run('coupon-history', coupon!.coupon_code.toLowerCase());
    expect(code).toBe(0);
    expect(output).toMatch(/^coupon_code +([0-9A-Z]{4}-){3}[0-9A-Z]{3}$/m);
    expect(output).toMatch(/^product_reference +wasser$/m);
    expect(output).toMatch(/^note +Mappe 7$/m);
    const [made, withdrawn] = output.trimEnd().split('\n').slice(-2);
    expect(made).toMatch(/^\d{4}-\S+Z {2}VALID +-$/);
    expect(withdrawn).toMatch(/^\d{4}-\S+Z {2}WITHDRAWN +adrian {2}Lost in the post\.$/);
  });

  test('of no coupon, or what cannot be a code', async () => {
    const { run } = await prepare();
    expect(await run('coupon-history', 'NOBODY-HAS-IT')).toMatchObject({ code: 1, output: '' });
    expect(await run('coupon-history', 'not a code')).toMatchObject({ code: 2, output: '' });
  });
});
