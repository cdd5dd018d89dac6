import { createHash } from 'node:crypto';
import { subjectOfPrimaryIssuer } from '../../authorization/primary-subjects.ts';
import { subjectOfFurtherIssuer } from '../../storage/subject-names.ts';

/** Columns of OneRoster's users.csv that can be what the identity provider calls the person. */
export const subjectColumns = ['sourcedId', 'username', 'identifier', 'email'] as const;
export type SubjectColumn = (typeof subjectColumns)[number];

/** How an import was asked to read its file. */
export interface ImportSettings {
  /** Connector id of the identity provider that the persons and the classes belong to. */
  readonly provider: string;
  /** School of the classes; part of the key of a group. */
  readonly source: string | undefined;
  /** A further identity provider that the subjects are of; absent: the primary one. */
  readonly issuer: string | undefined;
  /** OneRoster: which column the identity provider gives as `sub`. */
  readonly subjectColumn: SubjectColumn;
  /** Roles that the file may give. */
  readonly allowedRoles: ReadonlySet<string>;
}

/** The platform's subject of whom the identity provider calls `sub`. */
export function platformSubject(sub: string, { issuer }: ImportSettings): string {
  return issuer ? subjectOfFurtherIssuer(issuer, sub) : subjectOfPrimaryIssuer(sub);
}

/** Characters of a group id's hash: 128 bits. */
const hashLength = 32;

/**
 * The groups that a class can be: the first one always the same for the same provider, source and class, and no
 * other one's; behind it the one that an earlier version made of a file with decomposed letters.
 */
export function groupIdsOf(classId: string, settings: ImportSettings): readonly string[] {
  const forms = new Set([classId, classId.normalize('NFD')]);
  return [...forms].map((form) => groupIdOf(form, settings));
}

function groupIdOf(classId: string, { provider, source = '' }: ImportSettings): string {
  const hash = createHash('sha256').update(JSON.stringify([provider, source, classId]));
  return `roster-${hash.digest('hex').slice(0, hashLength)}`;
}
