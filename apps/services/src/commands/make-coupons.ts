import { couponAdministrationCalls } from '@lectern/contracts/calls/orders/coupon-administration';
import * as z from 'zod/mini';
import { couponsOfBatch, makeCouponBatch, type NewCoupons } from '../orders/coupon-batch.ts';
import type { Database } from '../storage/database.ts';
import { readFlags, type Command } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { couponColumns, couponCsvHead, couponCsvLine, type ListedCoupon } from './coupon-csv.ts';
import { recordCommand } from './operator.ts';
import { CommandProblem, UsageProblem } from './problem.ts';
import { openRepeatable, otherContent, type RepeatableFile } from './repeatable-file.ts';

/** Most coupons of one batch: as many as one statement makes in some seconds. */
const couponsMaximum = 100_000;

const flags = {
  ...databaseFlags,
  batch: { type: 'string' },
  mandant: { type: 'string' },
  product: { type: 'string' },
  count: { type: 'string' },
  strategy: { type: 'string', default: 'user' },
  seats: { type: 'string', default: '1' },
  'duration-in-days': { type: 'string' },
  'redeemable-until': { type: 'string' },
  note: { type: 'string' },
  output: { type: 'string' },
} as const;

/** Which flag says what the contract calls so. */
const flagOf: Readonly<Record<string, keyof typeof flags>> = {
  batch_identifier: 'batch',
  mandant_identifier: 'mandant',
  product_reference: 'product',
  coupon_count: 'count',
  license_strategy: 'strategy',
  seats: 'seats',
  license_duration_in_days: 'duration-in-days',
  redeemable_until: 'redeemable-until',
  note: 'note',
};

const help = `Makes a batch of coupons and gives their codes as CSV.

  npx lectern make-coupons [flags] --batch NAME --mandant NAME --product REFERENCE --count NUMBER

  --batch NAME               names the batch, such as schulstart-2026
  --mandant NAME             the publisher
  --product REFERENCE        the product that the licences will be for; save it before (product/save)
  --count NUMBER             how many, up to ${couponsMaximum}; for more, make several batches
  --strategy STRATEGY        how a licence is shared: user, device, group or concurrent (user)
  --seats NUMBER             seats of each licence (1)
  --duration-in-days NUMBER  how long a licence holds from the activation (without end)
  --redeemable-until TIME    until when a coupon can be activated, such as 2027-07-31T23:59:59+02:00
                             (without end)
  --note TEXT                for those who administer coupons
  --output FILE              where to write the codes, readable by its owner only (standard output)
${databaseHelp(27)}
Running the same batch again makes no further coupons and gives the same codes, so an interrupted run
can be repeated. A file that is there already is never replaced. The batch is written to the audit log.
How many codes there are now, and where, is written to standard error.

Exit codes: 0; 1 when the batch was made with other flags before, there is no such product, or the file
is there with other content; 2 for wrong flags.
`;

export const makeCoupons: Command = {
  summary: 'make a batch of coupons, with their codes as CSV',
  help,
  run: async (args, terminal) => {
    const { data, output, ...values } = readFlags(args, flags);
    const wanted = newCoupons(values);
    await withDatabase(data, terminal, async (database) => {
      const file = output === undefined ? undefined : await openRepeatable(output);
      try {
        const outcome = await makeBatch(database, wanted, file?.isThere ? output : undefined);
        await writeCodes(database, wanted.batch_identifier, file ?? terminalFile(terminal.write));
        terminal.note(reportOf(wanted, outcome, output));
      } finally {
        await file?.close();
      }
    });
  },
};

/** @throws {UsageProblem} for what `coupon/change` would not take, but for the number of coupons. */
function newCoupons(
  values: Omit<ReturnType<typeof readFlags<typeof flags>>, 'data' | 'output'>,
): NewCoupons {
  const days = values['duration-in-days'];
  const until = values['redeemable-until'];
  const count = Number(values.count);
  if (!(Number.isInteger(count) && count >= 1 && count <= couponsMaximum)) {
    throw new UsageProblem(`--count must be a whole number from 1 to ${couponsMaximum}.`);
  }
  const { success, data, error } = z.safeParse(couponAdministrationCalls.couponChange.body, {
    new_coupons: {
      batch_identifier: values.batch,
      mandant_identifier: values.mandant,
      product_reference: values.product,
      // How many a request may make is no concern of a command.
      coupon_count: 1,
      license_strategy: `LICENSE_STRATEGY_${values.strategy.toUpperCase()}`,
      seats: Number(values.seats),
      ...(days !== undefined && { license_duration_in_days: Number(days) }),
      ...(until !== undefined && { redeemable_until: until }),
      ...(values.note !== undefined && { note: values.note }),
    },
  });
  if (success) return { ...data.new_coupons!, coupon_count: count };
  const [issue] = error.issues;
  const flag = flagOf[String(issue?.path[1])];
  throw new UsageProblem(`--${flag} cannot be used: ${issue?.message}. See --help.`);
}

/**
 * @param taken File that holds something already; then the batch must have been made before.
 * @throws {CommandProblem}
 */
function makeBatch(
  database: Database,
  wanted: NewCoupons,
  taken: string | undefined,
): Promise<'MADE' | 'UNCHANGED'> {
  return database.transaction().execute(async (transaction) => {
    const { batch_identifier, mandant_identifier, product_reference, coupon_count } = wanted;
    const outcome = await makeCouponBatch(transaction, wanted, null);
    if (outcome === 'PRODUCT_NOT_FOUND') {
      throw new CommandProblem(
        `${mandant_identifier} has no product ${product_reference}. Create it first (product/save).`,
      );
    }
    if (outcome === 'COUPON_BATCH_CONFLICT') {
      throw new CommandProblem(
        `The batch ${batch_identifier} already exists with a different number of coupons or different terms.`,
      );
    }
    if (outcome === 'UNCHANGED') return outcome;
    if (outcome !== 'MADE') throw new Error(`No batch was made: ${outcome}.`);
    if (taken !== undefined) throw otherContent(taken);
    await recordCommand(transaction, 'make-coupons', {
      batch_identifier,
      coupons_made: coupon_count,
    });
    return outcome;
  });
}

function reportOf(
  { batch_identifier, coupon_count }: NewCoupons,
  outcome: 'MADE' | 'UNCHANGED',
  output: string | undefined,
): string {
  const made = outcome === 'MADE' ? 'is made' : 'was made before';
  const place = output === undefined ? 'on standard output' : `in ${output}`;
  return `The batch ${batch_identifier} ${made}. Codes ${place}: ${coupon_count}.\n`;
}

function writeCodes(
  database: Database,
  batch: string,
  file: Pick<RepeatableFile, 'write'>,
): Promise<void> {
  return database
    .transaction()
    .setAccessMode('read only')
    .execute((transaction) => file.write(csvOf(transaction, batch)));
}

async function* csvOf(transaction: Database, batch: string): AsyncGenerator<string> {
  yield couponCsvHead;
  for await (const rows of couponsOfBatch(transaction, batch, couponColumns)) {
    yield rows.map((row) => couponCsvLine(row as ListedCoupon)).join('');
  }
}

function terminalFile(write: (text: string) => Promise<void>): Pick<RepeatableFile, 'write'> {
  return {
    async write(pieces) {
      for await (const piece of pieces) await write(piece);
    },
  };
}
