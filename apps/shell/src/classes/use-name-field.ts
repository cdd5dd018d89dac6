import { useEffect, useRef, type RefObject } from 'react';

/** Field of a name that others may change meanwhile: it takes theirs, unless another one is being typed. */
export function useNameField(name: string): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const filled = useRef(name);
  useEffect(() => {
    // A changed default shows in no field that has had a value.
    if (field.current?.value.trim() === filled.current.trim()) field.current.value = name;
    filled.current = name;
  }, [name]);
  return field;
}
