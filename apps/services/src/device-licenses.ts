import { contract, type Contract } from '@lectern/contracts';
import type { DeviceLicenses } from './files/access.ts';
import { CallError } from './http/errors.ts';
import type { Handlers } from './http/routes.ts';

/** Licence service for the file service: its own call, in the caller's name and without a way over the network. */
export function deviceLicenses(
  lima: Pick<Handlers<Contract['lima']>, 'licenseGetForUserAndDevice'>,
): DeviceLicenses {
  const { errors } = contract.lima.licenseGetForUserAndDevice;
  return async (caller, correlationId, device_identifier) => {
    try {
      const { licenses } = await lima.licenseGetForUserAndDevice({
        body: { subject: caller.subject, device_identifier },
        query: undefined,
        caller,
        correlationId,
        signal: undefined,
        refusal: (code, text) => {
          const error = Object.hasOwn(errors, code)
            ? errors[code as keyof typeof errors]
            : undefined;
          return new CallError(error?.status ?? 404, [{ code, text: text ?? error?.text ?? code }]);
        },
        record: undefined,
      });
      return licenses;
    } catch (error) {
      const isUnknown =
        error instanceof CallError && error.messages[0]?.code === 'DEVICE_NOT_FOUND';
      if (isUnknown) return undefined;
      throw error;
    }
  };
}
