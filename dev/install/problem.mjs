/** A failure that the person at the terminal can mend: one sentence on what is wrong, one on what to do. */
export class InstallProblem extends Error {
  name = 'InstallProblem';
}
