import { signInFreshForInSeconds, type Call } from './define.ts';
import { generalErrors } from './errors.ts';
import { correlationIdMaximumLength, type IdentityHeader } from './headers.ts';
import { builtInRoles, permissions, type BuiltInRole, type Permission } from './permissions.ts';

const mebibyteInBytes = 1024 * 1024;

const errorExample = {
  result_state: 'ERROR',
  result_messages: [{ code: 'PERMISSION_MISSING', text: generalErrors.PERMISSION_MISSING.text }],
};

/**
 * How to call, in Markdown: what holds for every call and so stands at none. A paragraph is one line:
 * renderers differ in what a line break within one means.
 */
export const introduction = `
## A token

People get one by the authorization code flow with PKCE at the identity provider of the platform, applications by the grant \`client_credentials\` there. The first call of a person is \`user/updateUserInfo\`: it creates the user.

## A request

Calls are \`POST\` with a JSON object, unless they say otherwise. Four headers go with most of them:

- \`Authorization\`: \`Bearer\` and an access token of the identity provider. It alone proves who calls.
- \`X-Ia-Subject\`: for whom the call is made, that is the subject of the token. Only who may act for others names another one.
- \`X-Ia-Roles\`: the roles to act in, separated by commas. They narrow what the caller holds; empty means all of it. An empty header must be sent all the same (curl: \`-H 'X-Ia-Roles;'\`).
- \`X-Ia-Correlation-Id\`: up to ${correlationIdMaximumLength} printable characters of the caller's choice, such as a UUID.

The correlation id comes back with the answer and stands in every log entry of the request. Name it when you report a problem.

## An answer

An answer is a JSON object with \`result_state\` beside its payload. \`OK\` means done, and \`IA_OK\` means that nothing had to change. \`WARNING\` means that a part was done, and \`ERROR\` that nothing was, whatever the HTTP status. \`result_messages\` then says what was not done and why. Its codes are a closed list, given at each call; its texts are for developers and may change.

\`\`\`json
${JSON.stringify(errorExample, null, 2)}
\`\`\`

## Trying again

A call whose repeat is safe can be sent again when no answer came. After \`429\` and \`503\` the header \`Retry-After\` says when.
`.trim();

/** Callers of the examples: the first of them who may make the call. */
const exampleCallers = [
  { role: 'student', subject: 'demo-mia' },
  { role: 'teacher', subject: 'demo-thomas' },
  { role: 'administrator', subject: 'demo-adrian' },
] as const satisfies readonly { readonly role: BuiltInRole; readonly subject: string }[];

export function describeHeader(
  header: IdentityHeader,
  { permission }: Pick<Call, 'permission'>,
): { readonly description: string; readonly example: string } {
  const caller = exampleCallers.find(
    ({ role }) =>
      permission === 'public' || (builtInRoles[role] as readonly Permission[]).includes(permission),
  )!;
  return {
    correlationId: {
      description: 'Leads from the answer to the log entries of the request.',
      example: '7d6b1b0e-4f0c-4a57-9a3e-0f6f6c1f2b11',
    },
    subject: { description: 'For whom the call is made.', example: caller.subject },
    roles: {
      description: 'Roles to act in, separated by commas; empty: all that the caller holds.',
      example: caller.role,
    },
  }[header];
}

/** Demands and promises of a call, as a list in Markdown. */
export function describeCall(call: Call): string {
  return [
    `**Permission:** ${call.permission === 'public' ? 'none, and no token' : describe(call.permission)}`,
    call.permissionForOthers &&
      `**For another subject in the body, in addition:** ${describe(call.permissionForOthers)}${whomToName(call)}`,
    call.ownTokenOnly && "**Token:** the subject's own; acting for others is refused.",
    call.freshSignIn && `**Sign-in:** of the last ${signInFreshForInSeconds / 60} minutes.`,
    call.repeatSafe
      ? '**Repeat:** safe. Sent twice, it leaves what it leaves sent once.'
      : '**Repeat:** not safe. Look what was done before sending it again.',
    call.administrative && '**Audit:** every success is written to the audit log.',
    call.rateLimit &&
      `**Limit:** ${call.rateLimit.requests} requests of one caller in ${call.rateLimit.windowInSeconds} seconds.`,
    call.oneAtATime && '**Limit:** one request of one caller at a time; further ones wait.',
    call.bodyLimitInBytes && `**Largest body:** ${call.bodyLimitInBytes / mebibyteInBytes} MiB.`,
  ]
    .filter((line) => typeof line === 'string')
    .map((line) => `- ${line}`)
    .join('\n');
}

function describe(permission: Permission): string {
  return `\`${permission}\` – ${permissions[permission]}`;
}

/** Persons that a caller may name without seeing every publisher. */
function whomToName({ forPublishers }: Call): string {
  if (forPublishers === 'by-mandant') return '';
  return forPublishers === 'customers'
    ? ' Without `mandant.any`: of customers alone.'
    : ' With `mandant.any` alone.';
}
