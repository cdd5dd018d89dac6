import { randomUUID } from 'node:crypto';
import { contract, services } from '@lectern/contracts';
import { recordAudit } from './authorization/audit-log.ts';
import { deleteLicenseOrder, saveLicenseOrder } from './licenses/order-store.ts';
import type { LicenseMaker } from './orders/license-maker.ts';

/** What the order service gets of the licence service. */
export const licenseMaker: LicenseMaker = {
  save: (transaction, order) => saveLicenseOrder(transaction, order),

  async delete(transaction, key, reason) {
    const deleted = await deleteLicenseOrder(transaction, key);
    if (deleted.refusal || !deleted.changed) return;
    const { license_code, owner } = deleted;
    await recordAudit(transaction, {
      kind: 'change',
      call: services.lima.base + contract.lima.licenseOrderDelete.path,
      subject: owner,
      correlationId: randomUUID(),
      change: { ...key, license_code, reason },
    });
  },
};
