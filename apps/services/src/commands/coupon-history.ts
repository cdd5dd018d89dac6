import { couponCalls } from '@lectern/contracts/calls/orders/coupon';
import * as z from 'zod/mini';
import { historyOf } from '../orders/coupon-history.ts';
import {
  administeredCouponOf,
  findCoupon,
  type AdministeredCoupon,
} from '../orders/coupon-store.ts';
import { readArguments, type Command } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { CommandProblem, UsageProblem } from './problem.ts';

const help = `Shows a coupon and its history.

  npx lectern coupon-history [flags] <code>

${databaseHelp()}
Case and dashes of the code do not matter. A change without a name was an operator's command, or made
by somebody who has been erased since.

Exit codes: 0; 1 when no coupon has this code; 2 for wrong flags, or what cannot be a code.
`;

export const couponHistory: Command = {
  summary: 'show a coupon and its history',
  help,
  run: async (args, terminal) => {
    const { values, given } = readArguments(args, databaseFlags, 'one code');
    const { success, data } = z.safeParse(couponCalls.couponLookUp.body, { coupon_code: given });
    if (!success) throw new UsageProblem(`"${given}" is not a coupon code.`);
    const { coupon_code } = data;
    const text = await withDatabase(values.data, terminal, async (database) => {
      const coupon = await findCoupon(database, coupon_code);
      if (!coupon) throw new CommandProblem(`No coupon has the code ${given}.`);
      const histories = await historyOf(database, [coupon_code]);
      return describe(administeredCouponOf(coupon), histories.get(coupon_code) ?? []);
    });
    await terminal.write(text);
  },
};

/** Width of the names of fields, which are those of the contract. */
const nameWidth = 26;
const stateWidth = 11;

function describe(
  { history: _, ...coupon }: AdministeredCoupon,
  history: NonNullable<AdministeredCoupon['history']>,
): string {
  const fields = Object.entries(coupon).map(
    ([name, value]) => `${name.padEnd(nameWidth)}${String(value)}`,
  );
  const steps = history.map(({ coupon_state, changed_at, changed_by = '-', reason }) =>
    [changed_at, coupon_state.padEnd(stateWidth), changed_by, ...(reason ? [reason] : [])].join(
      '  ',
    ),
  );
  return `${[...fields, '', ...steps].join('\n')}\n`;
}
