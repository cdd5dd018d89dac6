import { randomUUID } from 'node:crypto';
import { contract, services } from '@lectern/contracts';
import { recordAudit } from '../authorization/audit-log.ts';
import type { Database } from '../storage/database.ts';
import {
  deleteLicenseOrder,
  saveLicenseOrder,
  type LicenseOrder,
  type LicenseOrderKey,
  type SavedOrder,
} from './order-store.ts';

/**
 * Makes the licence of an order of the order service, in its transaction. Can be repeated: what is stored so already
 * stays, and another content changes the licence.
 *
 * @param reason For the audit log.
 */
export async function makeLicense(
  transaction: Database,
  order: LicenseOrder,
  reason: string,
): Promise<SavedOrder> {
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
}

/**
 * Takes the licence of an order away, if there is one.
 *
 * @param reason For the audit log.
 */
export async function takeLicense(
  transaction: Database,
  key: LicenseOrderKey,
  reason: string,
): Promise<void> {
  const deleted = await deleteLicenseOrder(transaction, key);
  if (deleted.refusal || !deleted.changed) return;
  const { license_code, owner } = deleted;
  await recordChange(transaction, 'licenseOrderDelete', owner, { ...key, license_code, reason });
}

/** Without token and correlation id: licences may be made long after the request. */
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
