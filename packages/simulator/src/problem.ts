/** A problem that the author can mend: the message says what is wrong and what to do. */
export class SimulatorProblem extends Error {
  override readonly name = 'SimulatorProblem';
}
