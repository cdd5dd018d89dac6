import type {
  Scorm12API as Scorm12Library,
  Scorm2004API as Scorm2004Library,
  Settings,
} from 'scorm-again';

/* The package's types for these entries name a default export alone, and there is a named one alone. */
declare module 'scorm-again/scorm12' {
  export class Scorm12API extends Scorm12Library {}
}
declare module 'scorm-again/scorm2004' {
  export class Scorm2004API extends Scorm2004Library {}
}

/** The library's own log tells of every call; what goes wrong reaches the content as an error code. */
export const quietLog = { logLevel: 'NONE', onLogMessage() {} } as const satisfies Settings;

/** Sets what a manifest says. What is no value of its element counts as unsaid: the item would not open for it. */
export function setWhereValid<Target extends object>(
  target: Target,
  values: { readonly [Name in keyof Target]?: Target[Name] | undefined },
): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    try {
      Reflect.set(target, name, value);
    } catch (error) {
      console.warn(error);
    }
  }
}
