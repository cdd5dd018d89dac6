import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { Dispatch } from '../bridge/dispatch.ts';
import type { Handshake } from './handshake.ts';
import { MessagesPanel } from './messages-panel.tsx';
import { MethodsPanel } from './methods-panel.tsx';
import { cornerAfter, tabs, writeOverlayState, type OverlayState } from './overlay-state.ts';
import { texts } from './overlay-texts.ts';
import type { Trace } from './trace.ts';
import { useMethods } from './use-methods.ts';
import './overlay.css';

interface OverlayProps {
  readonly dispatch: Dispatch;
  readonly trace: Trace;
  readonly handshake: Handshake;
  readonly initialState: OverlayState;
}

/** The testing overlay (specification, section 2): a small handle in a corner, or the panel there. */
export function Overlay({ dispatch, trace, handshake, initialState }: OverlayProps) {
  const [state, setState] = useState(initialState);
  const failures = useSyncExternalStore(trace.subscribe, () => trace.failures);
  const hasFault = useSyncExternalStore(handshake.subscribe, () => handshake.fault !== undefined);
  const methods = useMethods(dispatch, trace);
  const overlay = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const bodyId = useId();
  const { isOpen, corner, tab } = state;
  const change = (next: Partial<OverlayState>) => setState((before) => ({ ...before, ...next }));
  useStored(state);
  useEffect(() => {
    const fold = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setState((before) => ({ ...before, isOpen: false }));
      toggle.current?.focus();
    };
    const { current } = overlay;
    current?.addEventListener('keydown', fold);
    return () => current?.removeEventListener('keydown', fold);
  }, []);

  return (
    <section
      ref={overlay}
      className="testing-overlay"
      aria-label={texts.title}
      data-corner={corner}
      data-open={isOpen}
      lang="de"
    >
      <div className="testing-head">
        {/* One button, folded or not: the focus stays on it. */}
        <button
          ref={toggle}
          type="button"
          className="testing-toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={() => change({ isOpen: !isOpen })}
        >
          <span>{isOpen ? texts.title : texts.handle}</span>
          {hasFault && (
            <span className="testing-failures">
              <span aria-hidden="true">!</span>
              <span className="unseen">, {texts.handshakeFault}</span>
            </span>
          )}
          {failures > 0 && (
            <span className="testing-failures">
              <span aria-hidden="true">{failures}</span>
              <span className="unseen">, {texts.failures(failures)}</span>
            </span>
          )}
        </button>
        {isOpen && (
          <button
            type="button"
            className="testing-move"
            aria-label={texts.move}
            title={texts.move}
            onClick={() => change({ corner: cornerAfter(corner) })}
          >
            <span aria-hidden="true" data-next={cornerAfter(corner)} />
          </button>
        )}
      </div>
      {isOpen && (
        <div id={bodyId} className="testing-body">
          <Tabs selected={tab} onSelect={(selected) => change({ tab: selected })} />
          <div
            id={`testing-${tab}`}
            role="tabpanel"
            className="testing-panel"
            aria-labelledby={`testing-${tab}-tab`}
          >
            {tab === 'methods' ? (
              <MethodsPanel
                methods={methods}
                folded={state.folded}
                onFold={(folded) => change({ folded })}
              />
            ) : (
              <MessagesPanel trace={trace} handshake={handshake} />
            )}
          </div>
        </div>
      )}
    </section>
  );
}

interface TabsProps {
  readonly selected: OverlayState['tab'];
  readonly onSelect: (tab: OverlayState['tab']) => void;
}

/** By the pattern of the ARIA guide: one stop for the tab key, arrows between the tabs. */
function Tabs({ selected, onSelect }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={texts.title}
      tabIndex={-1}
      className="testing-tabs"
      onKeyDown={({ key }) => {
        if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
        // Between two, both arrows lead to the other.
        const other = tabs.find((tab) => tab !== selected) ?? selected;
        onSelect(other);
        list.current?.querySelector<HTMLElement>(`#testing-${other}-tab`)?.focus();
      }}
    >
      {tabs.map((tab) => (
        <button
          key={tab}
          id={`testing-${tab}-tab`}
          type="button"
          role="tab"
          aria-selected={tab === selected}
          aria-controls={tab === selected ? `testing-${tab}` : undefined}
          tabIndex={tab === selected ? 0 : -1}
          onClick={() => onSelect(tab)}
        >
          {texts[tab]}
        </button>
      ))}
    </div>
  );
}

/**
 * Keeps the state for the next page of this tab. Once more when the page is left, since signing in and
 * out clear session storage in between.
 */
function useStored(state: OverlayState): void {
  useEffect(() => {
    const store = () => writeOverlayState(state);
    store();
    addEventListener('pagehide', store);
    return () => removeEventListener('pagehide', store);
  }, [state]);
}
