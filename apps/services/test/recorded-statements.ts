import { randomUUID } from 'node:crypto';
import type { Answer, BodyInput, Contract } from '@lectern/contracts';
import pLimit from 'p-limit';
import { defaultLimits } from '../src/http/limits.ts';
import { insertStatements } from './learning-records/insert-statements.ts';
import type { TestPlatform } from './platform.ts';

type DataGetBody = BodyInput<Contract['lars']['dataGet']>;

export type StatisticsRequest = NonNullable<DataGetBody['statistics']>;
export type Statistics = NonNullable<Answer<Contract['lars']['dataGet']>['statistics']>;

/** The verb of statements that name none. */
export const answered = 'http://adlnet.gov/expapi/verbs/answered';

/** Recorded statements, and their counts. */
export interface RecordedStatements {
  /** Puts statements, under an id that nothing else has unless one is given, and gives that id. */
  put(statements: readonly object[], dto_id?: string): Promise<string>;
  /** Stores statements that no service takes in, as they came before each was checked. */
  keep(statements: readonly object[]): Promise<string>;
  /** Puts a statement for each time. */
  putAt(...timestamps: string[]): Promise<string>;
  /** Default: the months of 2026. */
  count(request: Partial<StatisticsRequest>, body?: Partial<DataGetBody>): Promise<Statistics>;
  /** How much is in each period; periods without anything are left out. */
  periodsOf(dto_id: string, request: Partial<StatisticsRequest>): Promise<Record<string, number>>;
}

export function recordedStatements(
  platform: TestPlatform,
  who: { token: string; subject: string },
): RecordedStatements {
  const { subject } = who;
  const records = platform.as('lars', who);

  const put: RecordedStatements['put'] = async (statements, dto_id = randomUUID()) => {
    // Of more a few wait, and the others are refused.
    const fewAtOnce = pLimit(defaultLimits.requestsRunningPerSubject);
    const putOne = (given: object) => {
      const statement = statementWith(given);
      return records.dataPut({ body: { subject, put_dto: { dto_id, statement } } });
    };
    await Promise.all(statements.map((given) => fewAtOnce(putOne, given)));
    return dto_id;
  };
  const keep: RecordedStatements['keep'] = async (statements) => {
    const dto_id = randomUUID();
    const actor = { account: { homePage: 'https://login.example', name: subject } };
    const rows = statements.map((given) => {
      const statement_id = randomUUID();
      const statement = {
        id: statement_id,
        actor,
        authority: actor,
        ...statementWith(given),
      };
      return { subject, statement_id, dto_id, statement };
    });
    await insertStatements(platform.database, rows);
    return dto_id;
  };
  const count: RecordedStatements['count'] = async (request, body = {}) => {
    const statistics: StatisticsRequest = {
      datepicker_type: 'MONTHS',
      year: 2026,
      diagram_type: 'LINE_CHART',
      filter_type: 'NONE',
      ...request,
    };
    const answer = await records.dataGet({ body: { subject, ...body, statistics } });
    return answer.statistics!;
  };
  return {
    put,
    keep,
    putAt: (...timestamps) => put(timestamps.map((timestamp) => ({ timestamp }))),
    count,
    async periodsOf(dto_id, request) {
      const { points = [] } = await count(request, { dto_id });
      return Object.fromEntries(
        points
          .filter(({ statements_count }) => statements_count > 0)
          .map(({ period, statements_count }) => [period, statements_count]),
      );
    },
  };
}

function statementWith(given: object) {
  return { verb: { id: answered }, object: { id: 'urn:lectern:1' }, ...given };
}
