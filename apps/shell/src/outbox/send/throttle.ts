/** Does something at once, and then at most once in a while: what is asked meanwhile is done together. */
export interface Throttle {
  ask(): void;
  stop(): void;
}

export function createThrottle(work: () => void, pauseInMs: number): Throttle {
  let isPausing = false;
  let isAsked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function begin(): void {
    isPausing = true;
    isAsked = false;
    timer = setTimeout(() => {
      isPausing = false;
      if (isAsked) begin();
    }, pauseInMs);
    work();
  }

  return {
    ask() {
      isAsked = true;
      if (!isPausing) begin();
    },
    stop: () => clearTimeout(timer),
  };
}
