import { useLayoutEffect } from 'react';

/** Sets a data attribute of the body for style sheets while a component is shown: Firefox before 121 has no `:has`. */
export function useBodyMark(name: string, isOn = true, value = ''): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    const { dataset } = document.body;
    dataset[name] = value;
    return () => {
      delete dataset[name];
    };
  }, [name, isOn, value]);
}
