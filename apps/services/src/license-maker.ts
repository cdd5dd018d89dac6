import { randomUUID } from 'node:crypto';
import { contract, services } from '@lectern/contracts';
import { recordAudit } from './authorization/audit-log.ts';
import { deleteLicenseOrder, saveLicenseOrder } from './licenses/order-store.ts';
import type { LicenseMaker } from './orders/license-maker.ts';
import type { Database } from './storage/database.ts';

/** Licence service for the order service. */
export const licenseMaker: LicenseMaker = {
  async save(transaction, order, reason) {
    const saved = await saveLicenseOrder(transaction, order);
    if (saved.refusal || !saved.changed) return saved;
    const { subject, ...license_order } = order;
    const { license_code } = saved;
    await recordChange(transaction, 'licenseOrderSave', subject, {
      license_code,
      license_order,
      reason,
    });
    return saved;
  },

  async delete(transaction, key, reason) {
    const deleted = await deleteLicenseOrder(transaction, key);
    if (deleted.refusal || !deleted.changed) return;
    const { license_code, owner } = deleted;
    await recordChange(transaction, 'licenseOrderDelete', owner, { ...key, license_code, reason });
  },
};

/** The service itself does it, maybe long after the request: there is no token and no correlation id. */
function recordChange(
  transaction: Database,
  call: 'licenseOrderSave' | 'licenseOrderDelete',
  subject: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAudit(transaction, {
    kind: 'change',
    call: services.lima.base + contract.lima[call].path,
    subject,
    correlationId: randomUUID(),
    change,
  });
}
