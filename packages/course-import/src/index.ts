/** Imports packages of authoring tools as content of the platform. */
export { importPackage, type Imported, type ImportOptions } from './import-package.ts';
export { PackageRefused } from './refusal.ts';
