import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Pool } from 'pg';

interface Row {
  readonly payload: AdapterPayload;
  /** Seconds since 1970. */
  readonly consumed: number | null;
}

const select = `
  select payload, floor(extract(epoch from consumed_at))::int as consumed
  from identity_provider.artifact`;

/**
 * The protocol library's store on PostgreSQL; one instance serves one model ('Session', 'Grant',
 * 'RefreshToken', …), all share one table.
 *
 * The library relies on this:
 * - `upsert` replaces payload and expiry, and never makes a consumed artifact usable again.
 * - `find` answers expired artifacts too: the library checks expiry itself, by its own clock.
 * - `consume` succeeds once for each artifact, however many ask in parallel.
 * - `revokeByGrantId` removes this model's artifacts of a grant; the library calls it on every model.
 * - A missing artifact is `undefined`, not an error.
 */
export class PostgresAdapter implements Adapter {
  readonly #pool: Pool;
  readonly #model: string;

  constructor(pool: Pool, model: string) {
    this.#pool = pool;
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInSeconds?: number): Promise<void> {
    await this.#pool.query(
      `insert into identity_provider.artifact
         (model, id, payload, grant_id, uid, user_code, expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
       on conflict (model, id) do update set
         payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
         user_code = excluded.user_code, expires_at = excluded.expires_at`,
      [
        this.#model,
        id,
        JSON.stringify(payload),
        payload.grantId,
        payload.uid,
        payload.userCode,
        expiresInSeconds,
      ],
    );
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#findBy('id', id);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findBy('uid', uid);
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#findBy('user_code', userCode);
  }

  /**
   * Marks a code or refresh token as used.
   *
   * The library reads the artifact, sees that it is unused, and then calls this: two parallel requests
   * both come here. One of them wins; for the other the artifact was used twice, and as after any
   * reuse the whole family ends (RFC 9700, section 4.14.2; RFC 6749, section 4.1.2), because nobody
   * can tell the owner from the thief. What the winner is just being issued is void without its grant.
   *
   * @throws {errors.InvalidGrant} when it was used before.
   */
  async consume(id: string): Promise<void> {
    const won = await this.#pool.query(
      `update identity_provider.artifact set consumed_at = now()
       where model = $1 and id = $2 and consumed_at is null`,
      [this.#model, id],
    );
    if (won.rowCount === 1) return;
    const artifact = await this.find(id);
    if (artifact?.grantId) {
      await this.#pool.query(
        `delete from identity_provider.artifact
         where grant_id = $1 or (model = 'Grant' and id = $1)`,
        [artifact.grantId],
      );
    }
    throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    await this.#pool.query('delete from identity_provider.artifact where model = $1 and id = $2', [
      this.#model,
      id,
    ]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#pool.query(
      'delete from identity_provider.artifact where model = $1 and grant_id = $2',
      [this.#model, grantId],
    );
  }

  async #findBy(
    column: 'id' | 'uid' | 'user_code',
    value: string,
  ): Promise<AdapterPayload | undefined> {
    // PostgreSQL's text cannot hold U+0000 and fails on it; nothing stored can have such a key.
    if (value.includes('\0')) return undefined;
    const { rows } = await this.#pool.query<Row>(`${select} where model = $1 and ${column} = $2`, [
      this.#model,
      value,
    ]);
    const row = rows[0];
    if (!row) return undefined;
    return row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed };
  }
}
