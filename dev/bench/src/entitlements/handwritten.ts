import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { Pool, type PoolClient } from 'pg';
import { pathOf, type bodies, type CallName } from './requests.ts';
import type { Statements } from './statements.ts';
import { usageTimes } from './usage-times.ts';

/*
 * The same calls as somebody writes them who wants nothing but the answers: Fastify and pg, the same
 * statements, no validation and no authorization.
 */

/** As many as the services have. */
const connectionsMaximum = 20;

type Body<Name extends CallName> = ReturnType<(typeof bodies)[Name]>;

interface LicenseRow {
  readonly license_code: string;
  readonly license_strategy: string;
  readonly license_state: string;
  readonly mandant_identifier: string;
  readonly product_reference: string;
  readonly group_id: string | null;
  readonly seats: number | null;
  readonly valid_from: Date;
  readonly valid_until: Date | null;
}

interface UsageRow {
  readonly license_code: string;
  readonly license_usage_id: string;
  readonly subject: string;
  readonly device_identifier: string;
  readonly obtained_at: Date;
  readonly expires_at: Date;
}

export function createHandwritten(databaseUrl: string, statements: Statements): FastifyInstance {
  const pool = new Pool({ connectionString: databaseUrl, max: connectionsMaximum });
  const server = Fastify();
  const run = async <Row extends object>(
    on: Pool | PoolClient,
    name: string,
    values: readonly unknown[],
  ): Promise<Row[]> => {
    const text = statements.get(name);
    if (text === undefined) throw new Error(`The licence service prepares no statement ${name}.`);
    return (await on.query<Row>({ name, text, values: [...values] })).rows;
  };

  server.post<{ Body: Body<'licenseGetForUser'> }>(
    pathOf('licenseGetForUser'),
    async ({ body }) => {
      const rows = await run<LicenseRow>(pool, 'licenses-of-subject', [body.subject, null, null]);
      return { result_state: 'OK', licenses: rows.map(licenseOf) };
    },
  );

  server.post<{ Body: Body<'productVerifyUserAccess'> }>(
    pathOf('productVerifyUserAccess'),
    async ({ body }) => {
      const values = [body.subject, body.mandant_identifier, body.product_reference];
      const rows = await run<LicenseRow>(pool, 'licenses-of-subject', values);
      const valid = rows.find(({ license_state }) => license_state === 'LICENSE_STATE_VALID');
      return { result_state: 'OK', has_access: true, license: licenseOf(valid!) };
    },
  );

  server.post<{ Body: Body<'licenseObtainLicenseUsage'> }>(
    pathOf('licenseObtainLicenseUsage'),
    async ({ body }) => {
      const { subject, license_code } = body;
      const asked = [
        subject,
        license_code,
        body.mandant_identifier,
        body.product_reference,
        body.device_identifier,
      ];
      const id = randomUUID();
      const client = await pool.connect();
      await client.query('begin');
      const locks = [`devices:${subject}`, `license:${license_code}`];
      await run(client, 'lock-subject-and-license', locks);
      await run(client, 'lock-license-seats', [subject, license_code]);
      const [situation] = await run<{ seats: number; taken: number; has_usage: boolean }>(
        client,
        'judge-license-usage',
        asked,
      );
      const { seats, taken, has_usage } = situation!;
      if (!has_usage && taken >= seats) throw new Error('All seats are taken.');
      const values = [...asked, id, usageTimes.lifetimeInMs];
      const [usage] = await run<UsageRow>(client, 'obtain-license-usage', values);
      await client.query('commit');
      client.release();
      const isNew = usage!.license_usage_id === id;
      return { result_state: isNew ? 'OK' : 'IA_OK', license_usage: usageOf(usage!) };
    },
  );

  server.post<{ Body: Body<'licenseUsageGiveOffHeartbeat'> }>(
    pathOf('licenseUsageGiveOffHeartbeat'),
    async ({ body }) => {
      const values = [
        body.license_code,
        body.license_usage_id,
        body.subject,
        usageTimes.lifetimeInMs,
      ];
      const [usage] = await run<UsageRow>(pool, 'keep-license-usage', values);
      return { result_state: 'OK', license_usage: usageOf(usage!) };
    },
  );
  return server;
}

function licenseOf(row: LicenseRow) {
  return {
    license_code: row.license_code,
    license_strategy: row.license_strategy,
    license_state: row.license_state,
    mandant_identifier: row.mandant_identifier,
    product_reference: row.product_reference,
    valid_from: row.valid_from.toISOString(),
    valid_until: row.valid_until?.toISOString(),
    group_id: row.group_id ?? undefined,
    seats: row.seats ?? undefined,
  };
}

function usageOf(row: UsageRow) {
  return {
    license_code: row.license_code,
    license_usage_id: row.license_usage_id,
    subject: row.subject,
    device_identifier: row.device_identifier,
    license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
    obtained_at: row.obtained_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    heartbeat_interval_in_seconds: usageTimes.heartbeatIntervalInSeconds,
  };
}
