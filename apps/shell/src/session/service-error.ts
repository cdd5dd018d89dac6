import { CallFailed } from '@lectern/contracts/client';

/** The failed part, without which no session starts. */
export type LoadedPart = 'user' | 'property' | 'identity';

/** A failed load raises it with the service and its result (specification, section 8). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly service: LoadedPart;
  /** The service's answer, or why none came. */
  readonly result: CallFailed;

  constructor(service: LoadedPart, result: CallFailed) {
    super(`${service}: ${result.code ?? result.kind}`, { cause: result });
    this.service = service;
    this.result = result;
  }

  get correlationId(): string | undefined {
    return this.result.correlationId;
  }
}

/** Passes an answer through; a failure becomes a {@link ServiceError}. */
export async function loading<T>(part: LoadedPart, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof CallFailed ? new ServiceError(part, error) : error;
  }
}
