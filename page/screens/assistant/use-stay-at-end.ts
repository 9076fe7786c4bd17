import { type RefObject, useEffect, useRef } from 'react';

const NEAR = 80;

/** Keeps a box at its end while it grows, unless a person scrolled up to read. */
export function useStayAtEnd<T extends HTMLElement>(): RefObject<T | null> {
  const box = useRef<T>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let isAtEnd = true;
    const stay = (): void => {
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    };
    const onScroll = (): void => {
      isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    };
    const watcher = new MutationObserver(stay);
    watcher.observe(element, { childList: true, subtree: true, characterData: true });
    element.addEventListener('scroll', onScroll, { passive: true });
    stay();
    return () => {
      watcher.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, []);
  return box;
}
