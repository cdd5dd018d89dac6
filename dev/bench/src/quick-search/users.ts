import { createTestDatabase } from '@lectern/env/testing';
import { migrate } from '@lectern/services';
import { Pool } from 'pg';

/*
 * Users whose e-mail addresses begin with their number in letters, so that it is known how many begin
 * with a term: with all letters but two of any number a hundred.
 */

const letters = 'abcdefghij';

/** Letters that are left off a number, so that 1,000, 100, 10 and 1 users begin with the rest. */
const lettersLeftOff = [3, 2, 1, 0];

/** A factor that has no divisor in common with ten: each number comes once, in no order. */
const scramblingFactor = 7919;

/**
 * A new database with so many users.
 *
 * @param count a power of ten
 * @returns its address
 */
export async function databaseWithUsers(serverUrl: string, count: number): Promise<string> {
  const url = await createTestDatabase(serverUrl);
  await migrate(url);
  const pool = new Pool({ connectionString: url });
  try {
    await pool.query(
      `insert into aua.users (subject, given_name, family_name, email)
       select md5('subject' || i), 'Vorname' || i % 997, 'Nachname' || i % 9973,
         translate(lpad((i * ${scramblingFactor} % $1)::text, $2, '0'), '0123456789', $3)
           || '@Schule' || i % 499 || '.example'
       from generate_series(0, $1::bigint - 1) i`,
      [count, digitsOf(count), letters],
    );
    // Not in the middle of the measurement.
    await pool.query('vacuum analyze aua.users');
    await pool.query('checkpoint');
  } finally {
    await pool.end();
  }
  return url;
}

/**
 * Beginnings of addresses in a database of so many users, as while somebody types.
 *
 * @param part Which ones: those of each part are others, so that none is warm from the part before.
 */
export function terms(userCount: number, part: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    // Multiplying by an odd constant (Knuth) spreads the numbers over all of 32 bits.
    const number = (Math.imul(part * count + index + 1, 2_654_435_761) >>> 0) % userCount;
    const digits = String(number).padStart(digitsOf(userCount), '0');
    const whole = digits.replace(/\d/g, (digit) => letters[Number(digit)]!);
    return whole.slice(0, whole.length - lettersLeftOff[index % lettersLeftOff.length]!);
  });
}

function digitsOf(count: number): number {
  return String(count - 1).length;
}
