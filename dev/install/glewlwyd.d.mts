/** Folder of glewlwyd, if there is one. Throws when GLEWLWYD names none. */
export function findGlewlwyd(environment?: NodeJS.ProcessEnv): string | undefined;
