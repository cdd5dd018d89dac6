import { schoolClass } from './school-class.ts';
import { step, type Step } from './school.ts';

const product = { mandant_identifier: 'LECTERN', product_reference: 'wasser' } as const;
const device_identifier = 'tablet';
const order_system_identifier = 'IAPROS1';

/** Values that the steps learn. */
interface Known {
  ofClass: string;
  ofPupil: string;
  usage: string;
}

function obtain(known: Known): Step {
  return step('lima', 'licenseObtainLicenseUsage', 'pupil', async (licenses) => {
    const { license_usage } = await licenses.licenseObtainLicenseUsage({
      body: {
        subject: 'pupil',
        ...product,
        device_identifier,
        license_code: known.ofClass,
        license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
      },
    });
    known.usage = license_usage.license_usage_id;
  });
}

/** @param learn Is told the code of the licence. */
function order(
  subject: string,
  license_order_identifier: string,
  terms: object,
  learn: (code: string) => void = () => {},
): Step {
  return step('lima', 'licenseOrderSave', 'administrator', async (licenses) => {
    const { license_order } = await licenses.licenseOrderSave({
      body: {
        subject,
        license_order: {
          order_system_identifier,
          license_order_identifier,
          license_strategy: 'LICENSE_STRATEGY_GROUP',
          ...product,
          ...terms,
          version: 0,
        },
      },
    });
    learn(license_order.license_code);
  });
}

/** A class and a pupil get licences, and the pupil takes a seat. */
export function licenseSteps(): readonly Step[] {
  const known: Known = { ofClass: '', ofPupil: '', usage: '' };
  const usage = () => ({ license_code: known.ofClass, license_usage_id: known.usage });
  const license_override_id = '7c1de0a2-5d8e-4b53-9c05-3a0b6f7d1e03';
  return [
    step('lima', 'productSave', 'administrator', (licenses) =>
      licenses.productSave({
        body: {
          product: {
            ...product,
            title: 'Wasser',
            article_numbers: [],
            device_maximum: 3,
            version: 0,
          },
        },
      }),
    ),
    step('lima', 'deviceUpdateForUser', 'pupil', (licenses) =>
      licenses.deviceUpdateForUser({ body: { subject: 'pupil', device: { device_identifier } } }),
    ),
    order('teacher', 'class', { group_id: schoolClass.group_id, seats: 25 }, (code) => {
      known.ofClass = code;
    }),
    order('teacher', 'every class', {}),
    order('pupil', 'pupil', { license_strategy: 'LICENSE_STRATEGY_USER' }, (code) => {
      known.ofPupil = code;
    }),
    step('lima', 'licenseOrderGetForUser', 'teacher', (licenses) =>
      licenses.licenseOrderGetForUser({ body: { subject: 'teacher' } }),
    ),
    step('lima', 'licenseGetForUser', 'pupil', (licenses) =>
      licenses.licenseGetForUser({ body: { subject: 'pupil' } }),
    ),
    step('lima', 'productVerifyUserAccess', 'pupil', (licenses) =>
      licenses.productVerifyUserAccess({ body: { subject: 'pupil', ...product } }),
    ),
    obtain(known),
    step('lima', 'licenseGetForUserAndDevice', 'pupil', (licenses) =>
      licenses.licenseGetForUserAndDevice({ body: { subject: 'pupil', device_identifier } }),
    ),
    step('lima', 'licenseUsageGiveOffHeartbeat', 'pupil', (licenses) =>
      licenses.licenseUsageGiveOffHeartbeat({ body: { subject: 'pupil', ...usage() } }),
    ),
    step('lima', 'licenseVerifyLicenseUsage', 'pupil', (licenses) =>
      licenses.licenseVerifyLicenseUsage({ body: { subject: 'pupil', ...usage() } }),
    ),
    step('lima', 'licenseOverrideSave', 'administrator', (licenses) =>
      licenses.licenseOverrideSave({
        body: {
          subject: 'pupil',
          license_code: known.ofPupil,
          license_override: {
            license_override_id,
            license_override_kind: 'LICENSE_OVERRIDE_KIND_EXTEND',
            reason: 'The invoice is late.',
            ends_at: '2100-01-01T00:00:00Z',
          },
        },
      }),
    ),
    step('lima', 'licenseOverrideDelete', 'administrator', (licenses) =>
      licenses.licenseOverrideDelete({
        body: {
          subject: 'pupil',
          license_code: known.ofPupil,
          license_override_id,
          reason: 'The invoice came.',
        },
      }),
    ),
    step('lima', 'deviceGetForUser', 'pupil', (licenses) =>
      licenses.deviceGetForUser({ body: { subject: 'pupil' } }),
    ),
    step('lima', 'licensePruneLicenseUsage', 'pupil', (licenses) =>
      licenses.licensePruneLicenseUsage({ body: { subject: 'pupil', ...usage() } }),
    ),
    obtain(known),
    step('lima', 'licensePruneAllLicenseUsagesForUser', 'pupil', (licenses) =>
      licenses.licensePruneAllLicenseUsagesForUser({ body: { subject: 'pupil' } }),
    ),
    obtain(known),
    step('lima', 'deviceUnregisterForLicenses', 'pupil', (licenses) =>
      licenses.deviceUnregisterForLicenses({ query: { deviceIdentifier: device_identifier } }),
    ),
    step('lima', 'cacheFlush', 'administrator', (licenses) => licenses.cacheFlush()),
  ];
}

/** Takes everything again. */
export function closingLicenseSteps(): readonly Step[] {
  const reason = 'The school year is over.';
  return [
    step('lima', 'licensePruneAllLicensesFromUser', 'administrator', (licenses) =>
      licenses.licensePruneAllLicensesFromUser({ body: { subject: 'pupil', reason } }),
    ),
    step('lima', 'licenseOrderDelete', 'administrator', (licenses) =>
      licenses.licenseOrderDelete({
        body: {
          subject: 'teacher',
          order_system_identifier,
          license_order_identifier: 'class',
          reason,
        },
      }),
    ),
  ];
}
