/** Values of variables that Kubernetes makes of the names of services: one called `lectern-files` has LECTERN_FILES_PORT. */
export const serviceLink = /^(sctp|tcp|udp):\/\//;

/** @returns a sentence for a port that is none, but the address of a service */
export function serviceLinkProblem(name: string, value: string): string | undefined {
  if (!serviceLink.test(value)) return undefined;
  return `${name} is ${value}, which Kubernetes has made of the name of a service: set enableServiceLinks to false, or ${name} itself.`;
}
