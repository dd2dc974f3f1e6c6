/** The token that the page around hands over, again and again. */
export interface Tokens {
  /** A token that has not ended; undefined if the page hands none over. */
  current(): Promise<string | undefined>;
  /** Another one than this, which was refused. */
  another(refused: string): Promise<string | undefined>;
  /** The page has handed one over, and may have said how long it lives. */
  take(token: string, seconds?: number): void;
  /** This one was refused, too: there is none. */
  drop(refused: string | undefined): void;
  giveUp(): void;
  /** Asks if there is none: a person looks at the page again, or wants to try. */
  wake(): void;
}

export interface TokensOptions {
  /** Asks the page for a token. */
  need: (reason: 'ending' | 'ended' | 'refused') => void;
  /** The token has ended, and there is no other one. */
  ended: () => void;
  /** Whether somebody looks at the page. Nothing is asked for nobody. */
  isVisible: () => boolean;
  /** Calls after some time; returns a function that prevents it. */
  after: (ms: number, call: () => void) => () => void;
}

/** No token lives longer. */
const MAX_SECONDS = 600;
/** So long before the end the next one is asked for. */
const AHEAD_MS = 60_000;
const AGAIN_MS = 15_000;
/** So long the page may take. */
const PATIENCE_MS = 20_000;

/** Keeps the token of the page. It is never stored. */
export function createTokens({ need, ended, isVisible, after }: TokensOptions): Tokens {
  let held: string | undefined;
  let waiting: ((token: string | undefined) => void)[] = [];
  const timers: { soon?: () => void; end?: () => void; patience?: () => void } = {};

  function answer(token: string | undefined): void {
    timers.patience?.();
    const all = waiting;
    waiting = [];
    for (const resolve of all) resolve(token);
  }

  function wait(): Promise<string | undefined> {
    if (waiting.length === 0) timers.patience = after(PATIENCE_MS, () => answer(undefined));
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }

  function askAhead(): void {
    if (isVisible()) need('ending');
    timers.soon = after(AGAIN_MS, askAhead);
  }

  function forget(): void {
    timers.soon?.();
    timers.end?.();
    held = undefined;
  }

  function end(): void {
    forget();
    ended();
  }

  return {
    async current() {
      return held ?? wait();
    },
    async another(refused) {
      if (held !== undefined && held !== refused) return held;
      forget();
      if (waiting.length === 0) need('refused');
      return wait();
    },
    take(token, seconds = MAX_SECONDS) {
      const lifeMs = Math.min(Math.max(seconds, 1), MAX_SECONDS) * 1000;
      forget();
      held = token;
      timers.soon = after(Math.max(lifeMs - AHEAD_MS, lifeMs / 2), askAhead);
      timers.end = after(lifeMs, end);
      answer(token);
    },
    drop(refused) {
      if (held === refused) forget();
    },
    giveUp: () => answer(undefined),
    wake() {
      if (held === undefined && waiting.length === 0) need('ended');
    },
  };
}
