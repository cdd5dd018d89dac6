import { contract, generalErrors, services } from '@lectern/contracts';

/** A fault on the services' side. The shell meets it as it would meet it in production. */
export type Fault = 'services-away' | 'slow' | 'session-ends' | 'saves-refused' | 'seat-taken';

/** An answer in place of the services' own, or a delay before it. */
export type Interference =
  | { readonly kind: 'drop' }
  | { readonly kind: 'delay'; readonly inMs: number }
  | { readonly kind: 'refuse'; readonly status: number; readonly code: string };

/** How long the slow services take, in milliseconds. */
const slownessInMs = 2_000;

const { lima, clag, lars } = contract;
const pathOf = (service: keyof typeof services, { path }: { readonly path: string }) =>
  services[service].base + path;
const saves: ReadonlySet<string> = new Set([
  pathOf('clag', clag.annotationsSaveForExercise),
  pathOf('clag', clag.annotationsSaveForTopic),
  pathOf('clag', clag.exerciseSaveAndGetUserData),
  pathOf('clag', clag.feedbackSaveForMember),
  pathOf('clag', clag.assignmentSaveForGroup),
  pathOf('clag', clag.localStoreItemSetForModel),
  pathOf('lars', lars.dataPut),
]);
const heartbeat = pathOf('lima', lima.licenseUsageGiveOffHeartbeat);
/** Its answer says how soon the next heartbeat is due. */
export const obtainSeat = pathOf('lima', lima.licenseObtainLicenseUsage);

const refuse = (status: number, code: string): Interference => ({ kind: 'refuse', status, code });
const unauthorized = refuse(generalErrors.TOKEN_REQUIRED.status, 'TOKEN_REQUIRED');
const forbidden = refuse(generalErrors.PERMISSION_MISSING.status, 'PERMISSION_MISSING');

/**
 * @param path Of the call, without query.
 * @param body As it was sent.
 * @returns nothing where the services answer as ever
 */
export function interferenceOf(fault: Fault, path: string, body: string): Interference | undefined {
  switch (fault) {
    case 'services-away':
      return { kind: 'drop' };
    case 'slow':
      return { kind: 'delay', inMs: slownessInMs };
    case 'session-ends':
      return unauthorized;
    case 'saves-refused':
      return saves.has(path) ? forbidden : undefined;
    case 'seat-taken':
      return seatTaken(path, body);
  }
}

function seatTaken(path: string, body: string): Interference | undefined {
  if (path === heartbeat) return refuse(409, 'LICENSE_USAGE_ENDED');
  return path === obtainSeat && !takesSeatBack(path, body)
    ? refuse(409, 'LICENSE_USED_ELSEWHERE')
    : undefined;
}

/** True where the user goes on here and ends the use elsewhere. */
export function takesSeatBack(path: string, body: string): boolean {
  return path === obtainSeat && /"instead_of_others":\s*true/.test(body);
}
