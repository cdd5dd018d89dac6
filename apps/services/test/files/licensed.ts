import { codeOf } from '../platform.ts';
import {
  accessTo,
  product,
  type NamedLicense,
  type Person,
  type PublicationFile,
} from './file-world.ts';

/**
 * How people get a file by their licences.
 *
 * @param fileOf the file that is asked for, where a request names no other
 */
export function licensed(fileOf: () => PublicationFile) {
  const access = async (who: Person, change: object = {}, file = fileOf()) => {
    const { file_accesses } = await who
      .as('atma')
      .fileAccessV2({ body: accessTo(file, who, change) });
    return file_accesses[0]!.file!;
  };
  const refusalOf = (who: Person, change: object = {}, file = fileOf()) =>
    codeOf(who.as('atma').fileAccess({ body: accessTo(file, who, change) }));
  return { access, refusalOf };
}

/** Somebody has a device. */
export function register(who: Person, device_identifier: string) {
  return who.as('lima').deviceUpdateForUser({
    body: { subject: who.subject, device: { device_identifier } },
  });
}

/** A usage of a licence on its device. */
export async function obtain(
  who: Person,
  { license_code, product_reference, device_identifier }: NamedLicense,
) {
  const { license_usage } = await who.as('lima').licenseObtainLicenseUsage({
    body: {
      subject: who.subject,
      ...product,
      product_reference,
      license_code,
      device_identifier,
      license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
    },
  });
  return { license_code, license_usage_id: license_usage.license_usage_id };
}
