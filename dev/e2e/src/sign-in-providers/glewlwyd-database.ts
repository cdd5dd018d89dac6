import { generateKeyPairSync, pbkdf2Sync, randomBytes, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { shellClientId, type DemoAccount } from '@lectern/env';

export interface GlewlwydContents {
  readonly issuer: string;
  readonly shellOrigin: string;
  readonly servicesClient: { readonly id: string; readonly secret: string };
  readonly accounts: readonly DemoAccount[];
}

/** Name of the OpenID Connect plugin, which is in its addresses. */
export const pluginName = 'oidc';

/** As the embedded provider has them, in seconds. */
const lifetimes = { accessToken: 5 * 60, refreshToken: 8 * 60 * 60, code: 60 };
const scopes = ['openid', 'profile', 'email', 'offline_access'];
/** A client that has it introspects the tokens of other clients, too. */
const introspectionScope = 'introspect';
/** Claims beside `sub` and `email`; each is a property of its user. */
const claims = ['given_name', 'family_name', 'identity_provider', 'groups'];

type Row = Readonly<Record<string, string | number>>;

/** Makes the database of a glewlwyd, with everything that its pages for administrators would set. */
export function fillDatabase(file: string, schema: string, contents: GlewlwydContents): void {
  const database = new DatabaseSync(file);
  // Neither this nor the provider waits for the disk.
  database.exec('pragma journal_mode = wal; pragma synchronous = off; begin');
  database.exec(schema);
  const insert = (table: string, row: Row): number => {
    const columns = Object.keys(row);
    const statement = `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`;
    return Number(database.prepare(statement).run(...Object.values(row)).lastInsertRowid);
  };
  const allowProperty = (column: string, module: string, name: string, isList: boolean) => {
    const statement = `update ${module} set ${column} = json_set(${column}, '$.data-format.' || ?, json(?))`;
    const format = { multiple: isList, read: true, write: true };
    database.prepare(statement).run(name, JSON.stringify(format));
  };
  for (const claim of claims)
    allowProperty('gumi_parameters', 'g_user_module_instance', claim, claim === 'groups');
  allowProperty('gcmi_parameters', 'g_client_module_instance', 'post_logout_redirect_uris', true);

  const scopeIds = addScopes(database, insert);
  addClients(contents, insert);
  addUsers(contents.accounts, scopeIds, insert);
  insert('g_plugin_module_instance', {
    gpmi_module: 'oidc',
    gpmi_name: pluginName,
    gpmi_display_name: pluginName,
    gpmi_parameters: JSON.stringify(pluginParameters(contents.issuer)),
  });
  database.exec('commit');
  database.close();
}

/** Has the provider sign and publish with another key from its next start on. */
export function changeSigningKey(file: string): void {
  const database = new DatabaseSync(file);
  database
    .prepare(
      `update g_plugin_module_instance
       set gpmi_parameters = json_set(gpmi_parameters, '$.jwks-private', ?)`,
    )
    .run(newKeySet());
  database.close();
}

type Insert = (table: string, row: Row) => number;

/** @returns their ids; the schema brings that of OpenID Connect. */
function addScopes(database: DatabaseSync, insert: Insert): readonly number[] {
  for (const gs_name of [...scopes, introspectionScope])
    if (gs_name !== 'openid') insert('g_scope', { gs_name, gs_password_required: 0 });
  const statement = database.prepare('select gs_id from g_scope where gs_name = ?');
  return scopes.map((name) => Number(statement.get(name)!['gs_id']));
}

function addClients({ shellOrigin, servicesClient }: GlewlwydContents, insert: Insert): void {
  const addProperties = (
    gc_id: number,
    properties: Readonly<Record<string, readonly string[]>>,
  ) => {
    for (const [gcp_name, values] of Object.entries(properties))
      for (const gcp_value of values) insert('g_client_property', { gc_id, gcp_name, gcp_value });
  };
  const callbacks = ['/auth-callback', '/silent-callback.html', '/popup-callback.html'];
  addProperties(insert('g_client', { gc_client_id: shellClientId, gc_confidential: 0 }), {
    authorization_type: ['code', 'refresh_token'],
    token_endpoint_auth_method: ['none'],
    redirect_uri: callbacks.map((path) => shellOrigin + path),
    post_logout_redirect_uris: [`${shellOrigin}/login`],
    backchannel_logout_uri: [`${shellOrigin}/backchannel-logout`],
    backchannel_logout_session_required: ['yes'],
  });
  const gc_id = insert('g_client', {
    gc_client_id: servicesClient.id,
    gc_confidential: 1,
    gc_password: storedPassword(servicesClient.secret),
  });
  addProperties(gc_id, {
    authorization_type: ['client_credentials'],
    token_endpoint_auth_method: ['client_secret_basic'],
  });
  const gcs_id = insert('g_client_scope', { gcs_name: introspectionScope });
  insert('g_client_scope_client', { gc_id, gcs_id });
}

function addUsers(
  accounts: readonly DemoAccount[],
  scopeIds: readonly number[],
  insert: Insert,
): void {
  const userScopeIds = scopes.map((gus_name) => insert('g_user_scope', { gus_name }));
  for (const account of accounts) {
    const { username, email, given_name, family_name, identity_provider } = account;
    const gu_id = insert('g_user', { gu_username: username, gu_email: email });
    insert('g_user_password', { gu_id, guw_password: storedPassword(account.password) });
    for (const gus_id of userScopeIds) insert('g_user_scope_user', { gu_id, gus_id });
    const properties: readonly (readonly [string, string])[] = [
      ...Object.entries({ given_name, family_name, identity_provider }),
      ...account.groups.map((group) => ['groups', group] as const),
    ];
    for (const [gup_name, gup_value] of properties)
      insert('g_user_property', { gu_id, gup_name, gup_value });
    insert('gpo_subject_identifier', {
      gposi_plugin_name: pluginName,
      gposi_username: username,
      gposi_sub: account.subject,
    });
    // The consent of users is there already.
    for (const gs_id of scopeIds)
      insert('g_client_user_scope', {
        gs_id,
        gcus_username: username,
        gcus_client_id: shellClientId,
      });
  }
}

/** As the database stores it: PBKDF2 with SHA-256 of 1000 rounds, and its salt, which glewlwyd reads up to a zero byte. */
function storedPassword(password: string): string {
  const salt = Buffer.from(randomBytes(8).toString('hex'));
  return Buffer.concat([pbkdf2Sync(password, salt, 1000, 32, 'sha256'), salt]).toString('base64');
}

function newKeySet(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', kid: randomUUID() };
  return JSON.stringify({ keys: [key] });
}

function pluginParameters(issuer: string): object {
  return {
    iss: issuer,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    'jwks-private': newKeySet(),
    'jwks-show': true,
    'access-token-duration': lifetimes.accessToken,
    'refresh-token-duration': lifetimes.refreshToken,
    'refresh-token-one-use': 'always',
    'refresh-token-rolling': false,
    'code-duration': lifetimes.code,
    'auth-type-code-enabled': true,
    'auth-type-code-revoke-replayed': true,
    'auth-type-refresh-enabled': true,
    'auth-type-client-enabled': true,
    'allow-non-oidc': true,
    'subject-type': 'public',
    'allowed-scope': scopes,
    'pkce-allowed': true,
    'pkce-required': true,
    'introspection-revocation-allowed': true,
    'introspection-revocation-allow-target-client': true,
    'introspection-revocation-auth-scope': [introspectionScope],
    'session-management-allowed': true,
    'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
    'session-cookie-expiration': lifetimes.refreshToken,
    'back-channel-logout-allowed': true,
    // Without it the page of the sign-out fails.
    'front-channel-logout-allowed': true,
    'oauth-as-iss-id': true,
    'request-parameter-allow': false,
    'email-claim': 'no',
    'email-claim-scope': ['email'],
    claims: claims.map((name) => ({
      name,
      'user-property': name,
      type: 'string',
      scope: ['profile'],
    })),
  };
}
